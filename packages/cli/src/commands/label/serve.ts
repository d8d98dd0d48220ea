import { basename, dirname, extname, join } from 'node:path'
import { count, counted } from '@askance/core/internals'
import { checkClassified, classifiedFormat, findWriter } from '@askance/data'
import { type AskanceClient, createClient, ProblemError, type Schemas, unwrap } from '@askance/server/client'
import { untilStopped } from '@askance/server/run'
import { refuseOverwriting } from '../../command/targets.js'
import type { Context, Output } from '../../context.js'
import { cliError } from '../../errors.js'
import { openModelFile } from '../../files/model-file.js'
import { checkWritable } from '../../files/sink.js'
import { openBrowser } from '../../terminal/open-browser.js'
import { StatusLine } from '../../terminal/status-line.js'
import { styleFor } from '../../terminal/style.js'
import { startLocalService } from '../local-service.js'
import { readExamples } from './examples.js'
import { fileText, type LabelFile, labelText, openFile, withValues } from './file.js'
import type { LabelInput } from './flags.js'
import { type LabelResult, measured, resultText, writeLabelled, writtenFiles } from './result.js'
import { exportedModel, openPool, readOutcomes, STREAM, sendFile } from './stream.js'

/** Milliseconds between two looks at the progress. */
const POLL_MS = 500

/** Labels a file with people at the desk, until it is stopped or, with `--exit`, all questions are answered. */
export const labelFile = async (context: Context, input: LabelInput): Promise<void> => {
  const { flags, args } = input
  const [path = ''] = args
  const file = await openFile(context, input)
  if (!flags.json) context.stdout.write(fileText(file))
  if (file.labelled === file.items)
    throw cliError('label/nothing', { column: labelText(file) }, { source: file.data.name })
  const examples = await readExamples(context, input, file)
  const out = outputPath(input, file)
  const state = flags.state ?? `${path}.askance`
  await refuseOwnFiles(flags, out, state)
  await checkClassified(file.data, out, { classes: file.classes.names })
  await checkWritable(out)
  if (flags.save !== undefined) await checkWritable(flags.save)
  const { deskAssets } = await import('@askance/desk/assets')
  const { running } = await startLocalService({
    store: state,
    port: flags.port,
    assets: deskAssets(),
    used: cliError('label/used', { state }),
  })
  const client = createClient({ baseUrl: running.url, name: 'askance label' })
  const status = new StatusLine(context)
  let poll: NodeJS.Timeout | undefined
  let closing: Promise<void> | undefined
  // A start that failed must not write a result.
  let isReady = false
  const close = (): Promise<void> => {
    closing ??= end()
    return closing
  }
  const end = async (): Promise<void> => {
    clearInterval(poll)
    status.clear()
    try {
      if (isReady) await writeResult(context, input, file, client)
    } finally {
      await running.close()
    }
  }
  try {
    const values = await withValues(context, input, file)
    await openPool(client, values, input)
    await sendFile(client, values, examples, (sent) =>
      status.show(() => `${count(sent)} of ${counted(file.items, 'item')} sent`),
    )
    isReady = true
    const address = `${running.url}/desk/${STREAM}`
    const needsExamples = file.labelled + examples.length === 0
    // With --json the standard output is the result alone.
    const output = flags.json ? context.stderr : context.stdout
    status.print(output, startText(context, output, address, needsExamples))
    if (!flags['no-open']) openBrowser(address)
    const finished = new Promise<void>((resolve, reject) => {
      poll = setInterval(() => {
        isFinished(client, status).then((isDone) => {
          if (isDone && flags.exit) resolve()
        }, reject)
      }, POLL_MS)
    })
    await Promise.race([untilStopped({ close, logger: running.logger }), finished])
  } catch (error) {
    if (error instanceof ProblemError) throw cliError('label/service', { reason: error.message })
    throw error
  } finally {
    await close()
    status.end()
  }
}

/** The files that get their names from that of the data must not be the other files of the command line. */
const refuseOwnFiles = async (flags: LabelInput['flags'], out: string, state: string): Promise<void> => {
  const { examples, save } = flags
  const named = Object.entries({ examples, save }).flatMap(([name, path]) =>
    path === undefined ? [] : [{ name: `--${name}`, path }],
  )
  if (flags.output === undefined) await refuseOverwriting({ name: 'the labelled file', path: out }, named)
  if (flags.state === undefined)
    await refuseOverwriting({ name: 'the file of the answers', path: state }, [
      ...named,
      { name: '--output', path: out },
    ])
}

/** Shows the progress; returns whether all questions are answered. */
const isFinished = async (client: AskanceClient, status: StatusLine): Promise<boolean> => {
  const { status: now } = await unwrap(
    client.GET('/v1/streams/{stream}', { params: { path: { stream: STREAM } } }),
  )
  const { counts, budget, pool } = now
  const total = budget.total === undefined ? '' : ` of ${count(budget.total)}`
  const isSpent = budget.total !== undefined && counts.spent >= budget.total
  const isDone = counts.open === 0 && (isSpent || pool?.left === 0)
  const done = isDone ? ', all questions are answered: Ctrl-C writes the labelled file' : ''
  status.show(() => `${count(counts.answers)}${total} answers${done}`)
  return isDone
}

const writeResult = async (
  context: Context,
  input: LabelInput,
  file: LabelFile,
  client: AskanceClient,
): Promise<void> => {
  const { flags } = input
  const { status, config } = (await unwrap(
    client.GET('/v1/streams/{stream}', { params: { path: { stream: STREAM } } }),
  )) as Schemas['StreamDetail']
  const { answers, taught } = status.counts
  if (answers + taught === 0) {
    context.stderr.write(
      'No question was answered, so there is nothing to write. The same command continues.\n',
    )
    if (flags.json) context.stdout.write(`${JSON.stringify({ items: 0, asked: 0 })}\n`)
    return
  }
  const outcomes = await readOutcomes(client, status.classes)
  const out = outputPath(input, file)
  const written = await writeLabelled(
    { ...file, classes: { ...file.classes, names: status.classes } },
    out,
    (id) => outcomes.get(id),
  )
  if (flags.save !== undefined) {
    const save = await openModelFile(flags.save, context)
    await save(await exportedModel(client))
  }
  const quality = (await unwrap(
    client.GET('/v1/streams/{stream}/quality', { params: { path: { stream: STREAM } } }),
  )) as Schemas['Quality']
  const result: LabelResult = {
    items: written.items,
    asked: answers,
    accuracy: measured(quality.all.accuracy),
    ...(status.classes.length === 2 && { f1: measured(quality.all.f1) }),
    ...(quality.checks && { checks: quality.checks }),
  }
  if (flags.json) context.stdout.write(`${JSON.stringify({ ...result, out })}\n`)
  else
    context.stdout.write(
      `${resultText(context, result, config.positive ?? '')}${writtenFiles(out, flags.save)}`,
    )
}

const outputPath = ({ flags, args }: LabelInput, file: LabelFile): string =>
  flags.output ?? labelledPath(args[0] ?? '', file.data.format)

/**
 * Where the labelled items are written: next to the file, in its format where that can hold labels.
 *
 * @example
 * labelledPath('data/tickets.csv', 'csv') // => 'data/tickets.labelled.csv'
 * labelledPath('a9a', 'libsvm') // => 'a9a.labelled.csv'
 */
export const labelledPath = (path: string, format: string): string => {
  const plain = path.replace(/\.(gz|bz2|xz|zst|zip)$/i, '').replace(/[/\\]+$/, '')
  const name = classifiedFormat(format)
  const ending =
    name === format && extname(plain) !== '' ? extname(plain) : `.${findWriter(name).extensions[0]}`
  return join(dirname(plain), `${basename(plain, extname(plain))}.labelled${ending}`)
}

const startText = (context: Context, output: Output, address: string, needsExamples: boolean): string => {
  const { bold, dim } = styleFor(context, output)
  return [
    '',
    `  ${bold(address)}`,
    dim('Answer the questions there. Ctrl-C writes the labelled file and stops; the same command continues.'),
    '',
    ...(needsExamples
      ? [
          'Do you have a few examples of a rare class? Find them with --search WORDS and start with --known ID=CLASS, or with --examples FILE.',
          '',
        ]
      : []),
  ].join('\n')
}
