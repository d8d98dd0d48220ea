import { classList } from '@askance/core/internals'
import type { Schemas } from '@askance/server/client'
import {
  classifyDifference,
  formatCount,
  formatDuration,
  formatPoints,
  MIN_LABELS,
} from '../../parts/numbers.js'
import { say } from '../../words/say.js'
import type { Stream } from './listing.js'

export type State = 'live' | 'warm' | 'paused' | 'new'

/** State of a stream with its text. */
export const streamState = (
  stream: Stream,
  now: number,
): { readonly state: State; readonly text: string } => {
  const ago = formatDuration(now - stream.changed)
  if (stream.config.paused) return { state: 'paused', text: say('streams.state.paused', { ago }) }
  if (stream.counts.items === 0) return { state: 'new', text: say('streams.state.new') }
  if (stream.config.protocol === 'pool') return { state: 'live', text: say('streams.state.pool', { ago }) }
  const isWarm = stream.counts.answers < MIN_LABELS
  return { state: isWarm ? 'warm' : 'live', text: say(`streams.state.${isWarm ? 'warm' : 'live'}`, { ago }) }
}

/** The finding and a note; without a finding it is unclear. */
interface GainText {
  readonly finding?: string
  readonly so?: string
}

/**
 * Describes the gain over random asking.
 *
 * @example
 * const interval = { low: 0.0145, high: 0.032 }
 * gainText({ value: 0.023, fixedTime: interval, anyTime: interval }) // => { finding: '2.3 ahead of random (1.5 to 3.2)' }
 */
export const gainText = ({ value, fixedTime: { low, high } }: Schemas['Estimate']): GainText => {
  if (value === undefined) return { so: say('streams.gain.early') }
  if (low === 0 && high === 0) return { so: say('streams.gain.same') }
  const values = { points: formatPoints(Math.abs(value)), low: formatPoints(low), high: formatPoints(high) }
  const shows = classifyDifference({ low, high })
  if (shows === 'ahead') return { finding: say('streams.gain.ahead', values) }
  if (shows === 'behind')
    return { finding: say('streams.gain.behind', values), so: say('streams.gain.behindNote') }
  if (shows === 'unclear') return { so: say('streams.gain.wide', values) }
  return { finding: say('streams.gain.none', values), so: say('streams.gain.noneNote') }
}

/** Lists the classes in one line, shortened. */
export const classLine = (classes: readonly string[], max = 5): string =>
  classes.length <= max
    ? classList(classes)
    : say('streams.list.moreClasses', {
        classes: classList(classes.slice(0, max)),
        count: formatCount(classes.length - max),
      })
