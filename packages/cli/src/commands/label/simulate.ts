import { type Labelled, Metrics, Pool } from '@askance/core'
import { count, counted } from '@askance/core/internals'
import { checkClassified, type InputItem, type Outcome } from '@askance/data'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { openModelFile } from '../../files/model-file.js'
import { checkWritable } from '../../files/sink.js'
import { StatusLine } from '../../terminal/status-line.js'
import { readExamples } from './examples.js'
import { type FileItem, fileItems, fileText, type LabelFile, openFile } from './file.js'
import type { LabelInput } from './flags.js'
import { type LabelResult, measured, resultText, writeLabelled, writtenFiles } from './result.js'

const DEFAULT_LABELS = 500

/** Labels a file with its own labels as answers, and compares the estimate with the truth. */
export const simulate = async (context: Context, input: LabelInput): Promise<void> => {
  const { flags } = input
  const status = new StatusLine(context)
  try {
    const file = await openFile(context, input)
    if (file.labelled === 0) {
      const note = file.note === undefined ? '' : `: ${file.note}`
      throw cliError('label/unlabelled', { note }, { source: file.data.name })
    }
    if (flags.output !== undefined) {
      await checkClassified(file.data, flags.output, { classes: file.classes.names })
      await checkWritable(flags.output)
    }
    if (flags.save !== undefined) await checkWritable(flags.save)
    if (!flags.json) context.stdout.write(`${fileText(file)}${partText(file)}`)
    const { pool, truth } = await filledPool(file, input)
    for (const { content, label, id } of await readExamples(context, input, file))
      pool.teach(content as InputItem, label, id)
    answerAll(pool, truth, status)
    const { result, outcomes } = await finished(pool, file, truth)
    status.clear()
    if (flags.save !== undefined) await (await openModelFile(flags.save, context))(pool.save())
    if (flags.output !== undefined) await writeLabelled(file, flags.output, (id) => outcomes.get(id))
    const { names, positive } = file.classes
    context.stdout.write(
      flags.json
        ? `${JSON.stringify(result)}\n`
        : `${resultText(context, result, names[positive] ?? '')}${writtenFiles(flags.output, flags.save)}`,
    )
  } finally {
    status.end()
  }
}

/** Items without a label have no answer, so they are left out. */
const partText = ({ items, labelled }: LabelFile): string =>
  labelled < items ? `${count(items - labelled)} items without a label are left out.\n` : ''

/** The labels of the file, by id. */
type Truth = ReadonlyMap<string, string>

/** A pool of all items that have a label, and the labels. */
const filledPool = async (
  file: LabelFile,
  { flags }: LabelInput,
): Promise<{ readonly pool: Pool<InputItem>; readonly truth: Truth }> => {
  const { labels = DEFAULT_LABELS, measure, seed } = flags
  const { names, positive } = file.classes
  const pool = new Pool<InputItem>({
    classes: names,
    positive: names[positive] as string,
    budget: { total: labels },
    measure,
    seed,
    input: file.input,
  })
  const truth = new Map<string, string>()
  const taught: FileItem[] = []
  for await (const batch of fileItems(file))
    for (const one of batch.filter(isLabelled)) {
      const { id, item } = one
      pool.add(item, id)
      truth.set(id, item.label as string)
      if (file.known.has(id)) taught.push(one)
    }
  for (const { id, item } of taught) pool.teach(item, item.label as string, id)
  return { pool, truth }
}

const isLabelled = ({ item }: FileItem): boolean => item.label !== undefined

const answerAll = (pool: Pool<InputItem>, truth: Truth, status: StatusLine): void => {
  for (let question = pool.next(); question; question = pool.next()) {
    pool.answer(question.id, truth.get(question.id) as string)
    status.show(() => `${counted(pool.counts.answers, 'answer')} of ${pool.budget.total}`)
  }
}

/** The labels of all items, the estimate and the truth. */
const finished = async (
  pool: Pool<InputItem>,
  file: LabelFile,
  truth: Truth,
): Promise<{ readonly result: LabelResult; readonly outcomes: ReadonlyMap<string, Outcome> }> => {
  const { names, positive } = file.classes
  const metrics = new Metrics(names.length, positive)
  const outcomes = new Map<string, Outcome>()
  for await (const batch of fileItems(file)) {
    for (const labelled of pool.labelled(batch.filter(isLabelled))) {
      const { id, label, known } = labelled
      metrics.add(names.indexOf(label), names.indexOf(truth.get(id) as string), known, known)
      outcomes.set(id, outcomeOf(labelled))
    }
  }
  const { accuracy, f1 } = pool.poolQuality()
  const values = metrics.values()
  const result = {
    items: values.items,
    asked: pool.counts.answers,
    accuracy: measured(accuracy, values.accuracy),
    ...(names.length === 2 && { f1: measured(f1, values.f1) }),
  }
  return { result, outcomes }
}

const outcomeOf = ({ label, known, probabilities }: Labelled): Outcome => ({
  label,
  probabilities,
  source: known ? 'answer' : 'prediction',
})
