import type { ClassifierEvent, MultiLabelEvent, Observed } from '@askance/core'
import type { PartEvent } from '@askance/core/internals'
import { YES } from '@askance/core/internals'
import { questionRank } from './queue.js'

/**
 * What a replay applies to the parts of a multi-label classifier. An event without it describes what another event did to a
 * further item.
 */
interface Replayed extends Partial<Pick<MultiLabelEvent, 'row' | 'input' | 'parts'>> {}

/** The decision about an item with several labels. */
export interface MultiLabelObservedEntry extends Replayed {
  readonly type: 'observed'
  readonly t: number
  readonly id: string
  readonly time: number
  readonly predicted: readonly string[]
  /** The confidence of the least certain class. */
  readonly confidence: number
  /** The largest probability of asking of a class. */
  readonly probability: number
  readonly asked: boolean
  /** The classes asked about. */
  readonly classes: readonly string[]
  readonly reason?: NonNullable<Observed['reason']>
  readonly modelVersion: number
}

/** An answer or an example with all labels that were given. */
interface MultiLabelAnswerEntry extends Replayed {
  readonly type: 'answered' | 'corrected' | 'taught'
  readonly id: string
  readonly labels: readonly string[]
  readonly time: number
  readonly by?: string
}

type OtherType = Exclude<ClassifierEvent['type'], 'observed' | 'answered' | 'corrected' | 'taught'>
/** A drift alarm has the class. */
type OtherEntry = Extract<ClassifierEvent, { readonly type: OtherType }> &
  Replayed & { readonly label?: string }

/** A log event of a multi-label stream: about an item, with the same types as in other streams. */
export type MultiLabelEntry = MultiLabelObservedEntry | MultiLabelAnswerEntry | OtherEntry

/** A question about a class, or its decision, which can be compared with others by its urgency. */
interface Rated {
  readonly reason?: string
  readonly probability: number
}

/** The highest ranked of several. */
export const highestRanked = <One extends Rated>([first, ...others]: readonly One[]): One | undefined =>
  others.reduce((best, one) => (best && questionRank(best) >= questionRank(one) ? best : one), first)

/** The decisions of the parts about an item, by class. */
export const decisionsIn = (parts: readonly PartEvent[]): readonly (readonly [string, Observed])[] =>
  parts.flatMap(({ label, event }) => (event.type === 'observed' ? [[label, event] as const] : []))

/** The labels of an answer or an example, and whether the item had been answered before. */
export interface GivenLabels {
  readonly labels: readonly string[]
  readonly isCorrection: boolean
}

/** The event about the item of a call. `question` is the question after the call. */
export const itemEntry = (
  { type, id = '', budget = {}, parts }: MultiLabelEvent,
  { labels, isCorrection }: GivenLabels,
  question: { readonly state: string; readonly probability: number } | undefined,
): MultiLabelEntry => {
  if (type === 'observed') return observedEntry(parts)
  const events = parts.map(({ event }) => event)
  const has = (name: ClassifierEvent['type']): boolean => events.some((event) => event.type === name)
  const { time = 0, by } = events.find((event) => event.type !== 'drifted') as { time?: number; by?: string }
  const about = { id, time, ...(by !== undefined && { by }) }
  switch (type) {
    case 'rebudgeted':
      return { type, time, budget }
    case 'taught':
      return { type, ...about, labels }
    case 'answered':
      return { type: isCorrection ? 'corrected' : 'answered', ...about, labels }
    case 'closed':
      return { type: has('unsure') ? 'unsure' : 'skipped', ...about }
    case 'reviewed':
      return question?.state === 'open'
        ? { type, ...about, probability: question.probability }
        : { type: 'withdrawn', ...about }
    default:
      return { type, ...about }
  }
}

/** The decision about an item, from those of the parts. */
const observedEntry = (parts: readonly PartEvent[]): MultiLabelObservedEntry => {
  const decisions = decisionsIn(parts)
  const asked = decisions.filter(([, decision]) => decision.asked)
  const all = decisions.map(([, decision]) => decision)
  const leading = highestRanked(asked.length > 0 ? asked.map(([, decision]) => decision) : all) as Observed
  const { t, id, time, probability, reason } = leading
  return {
    type: 'observed',
    t,
    id,
    time,
    predicted: decisions.flatMap(([label, { predicted }]) => (predicted === YES ? [label] : [])),
    confidence: Math.min(...all.map(({ confidence }) => confidence)),
    probability,
    asked: asked.length > 0,
    classes: asked.map(([label]) => label),
    ...(asked.length > 0 && reason && { reason }),
    modelVersion: all.reduce((sum, { modelVersion }) => sum + modelVersion, 0),
  }
}

/** Removes the content of an item from its event; the decision stays. */
export const withoutContent = <Entry extends MultiLabelEntry>({ row: _, input: __, ...entry }: Entry) => ({
  ...entry,
  parts: (entry.parts ?? []).map(({ label, event }) => ({ label, event: withoutOpinion(event) })),
})

/** The rows of the parts are already stored apart. */
const withoutOpinion = (event: ClassifierEvent): ClassifierEvent => {
  if (event.type !== 'observed') return event
  const { opinion: _, ...trace } = event.trace
  return { ...event, trace }
}
