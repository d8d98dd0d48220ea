import { classList } from '@askance/core/internals'
import {
  canonicalLabel,
  type Item,
  type Outcome,
  plainContent,
  requestBatches,
  sourceFields,
  sourceFile,
} from '@askance/data'
import { type AskanceClient, ProblemError, type Schemas, unwrap } from '@askance/server/client'
import { cliError } from '../../errors.js'
import { classesFromFlag } from '../../stream/classes.js'
import type { ReadExample } from './examples.js'
import { fileItems, type LabelFile } from './file.js'
import type { LabelInput } from './flags.js'

/** The stream that holds the items of the file. */
export const STREAM = 'file'
const path = { stream: STREAM }

type SentItem = Schemas['Item']

/** Creates the stream, or continues it. */
export const openPool = async (
  client: AskanceClient,
  { data, classes, input }: LabelFile,
  { flags, given }: LabelInput,
): Promise<void> => {
  const { labels, measure, seed } = flags
  const { names, positive } = classes
  const found = await existing(client)
  if (!found) {
    const { vectorizer } = input.config
    const source = sourceFile(data) as Schemas['SourceFile'] | undefined
    const body = {
      id: STREAM,
      title: data.name,
      classes: [...names],
      protocol: 'pool' as const,
      ...(names.length === 2 && { positive: names[positive] as string }),
      ...(vectorizer && { vectorizer: vectorizer as Schemas['Vectorizer'] }),
      ...(source && { file: source }),
      budget: labels === undefined ? {} : { total: labels },
      measure,
      seed,
      leaseSeconds: 300,
    }
    await unwrap(client.POST('/v1/streams', { body }))
    return
  }
  refuseChanges(found, { flags, given })
  if (labels !== undefined && found.config.budget.total !== labels)
    await unwrap(
      client.PATCH('/v1/streams/{stream}', {
        params: { path, header: { 'If-Match': '*' } },
        body: { budget: { total: labels } },
      }),
    )
}

const existing = async (client: AskanceClient): Promise<Schemas['StreamDetail'] | undefined> => {
  try {
    return (await unwrap(client.GET('/v1/streams/{stream}', { params: { path } }))) as Schemas['StreamDetail']
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'stream/unknown') return undefined
    throw error
  }
}

/** Settings that the labelling began with cannot be changed. */
const refuseChanges = (
  { config, status }: Schemas['StreamDetail'],
  { flags, given }: Pick<LabelInput, 'flags' | 'given'>,
): void => {
  const refuse = (flag: string, value: unknown, found: unknown): never => {
    throw cliError('label/begun', { flag, given: value, found })
  }
  if (given.has('measure') && flags.measure !== config.measure)
    refuse('measure', flags.measure, config.measure)
  if (given.has('seed') && flags.seed !== config.seed) refuse('seed', flags.seed, config.seed)
  if (flags.positive !== undefined && config.positive !== canonicalLabel(flags.positive))
    refuse('positive', flags.positive, config.positive ?? 'none')
  const named = classesFromFlag(flags.classes) ?? []
  if (named.some((label) => !status.classes.includes(label)))
    refuse('classes', classList(named), classList(status.classes))
}

/** Sends the items that the stream does not have yet, and then the labels that the file has. */
export const sendFile = async (
  client: AskanceClient,
  file: LabelFile,
  examples: readonly ReadExample[],
  onProgress: (sent: number) => void,
): Promise<void> => {
  const { status } = await unwrap(client.GET('/v1/streams/{stream}', { params: { path } }))
  if (status.counts.items < file.items) {
    let sent = 0
    for await (const batch of requestBatches(sentItems(file))) {
      const items = [...batch]
      await unwrap(client.POST('/v1/streams/{stream}/items', { params: { path }, body: { items } }))
      sent += items.length
      onProgress(sent)
    }
  }
  // After a crash some of the labels may have been sent. An example that is sent again changes nothing.
  const mayBeKnown = file.labelled > 0 && status.counts.taught + status.counts.answers > 0
  const outcomes = mayBeKnown ? await readOutcomes(client, status.classes) : NO_OUTCOMES
  const known = (await labelledItems(file)).filter(({ id }) => outcomes.get(id)?.source !== 'answer')
  const taught = [...known, ...examples].map(({ id, content, label }) => ({
    id,
    ...(content as Omit<SentItem, 'id'>),
    label,
  }))
  for await (const items of requestBatches(taught))
    await unwrap(
      client.POST('/v1/streams/{stream}/examples', { params: { path }, body: { items: [...items] } }),
    )
}

const NO_OUTCOMES: ReadonlyMap<string, Outcome> = new Map()

const labelledItems = async (file: LabelFile): Promise<readonly ReadExample[]> => {
  const found: ReadExample[] = []
  if (file.labelled === 0) return found
  for await (const batch of fileItems(file))
    for (const { id, item } of batch)
      if (item.label !== undefined)
        found.push({ id, content: plainContent(item, file.data.columns), label: item.label })
  return found
}

async function* sentItems(file: LabelFile): AsyncGenerator<SentItem> {
  for await (const batch of fileItems(file)) for (const { id, item } of batch) yield sentItem(file, id, item)
}

/** An item of the file as the service takes it. */
const sentItem = ({ data }: LabelFile, id: string, item: Item): SentItem => {
  const source = sourceFile(data)
  return {
    id,
    ...(plainContent(item, data.columns) as Omit<SentItem, 'id'>),
    ...(source &&
      item.record && { fields: [...sourceFields(item, source)] as NonNullable<SentItem['fields']> }),
  }
}

/** The model file of the labelled file. */
export const exportedModel = async (client: AskanceClient): Promise<Uint8Array> => {
  const params = { path }
  const model = await unwrap(client.GET('/v1/streams/{stream}/model', { params, parseAs: 'arrayBuffer' }))
  return new Uint8Array(model as ArrayBuffer)
}

/** The labels of all items, by id. */
export const readOutcomes = async (
  client: AskanceClient,
  classes: readonly string[],
): Promise<ReadonlyMap<string, Outcome>> => {
  const data = await unwrap(
    client.GET('/v1/streams/{stream}/labelled', { params: { path }, parseAs: 'stream' }),
  )
  const outcomes = new Map<string, Outcome>()
  for await (const line of linesOf(data as ReadableStream<Uint8Array>)) {
    const { id, label, source, by, probabilities } = JSON.parse(line)
    outcomes.set(id, {
      label,
      source: source === 'prediction' ? 'prediction' : 'answer',
      ...(by !== undefined && { by }),
      probabilities: classes.map((one) => probabilities[one] ?? 0),
    })
  }
  return outcomes
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
