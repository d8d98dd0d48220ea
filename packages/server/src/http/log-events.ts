import type { LogPage } from '../store/records.js'

/** An event of the log with its number. What else it has depends on its type. */
export interface LogEvent {
  readonly seq: number
  readonly type: string
  readonly time: number
  readonly id?: string
  readonly [name: string]: unknown
}

/** The events of a page after a number; only those whose text is wanted are read. */
export function* eventsIn(
  { seq, events }: LogPage,
  after: number,
  wanted: (line: string) => boolean = () => true,
): Generator<LogEvent> {
  let number = seq
  for (const line of events.split('\n')) {
    if (number > after && wanted(line)) yield { seq: number, ...JSON.parse(line) } as LogEvent
    number++
  }
}

/** The lines of a page after a number, each with its number as `seq`, without reading them. */
export const numberedLines = ({ seq, events }: LogPage, after: number): string =>
  events
    .split('\n')
    .flatMap((line, k) => (seq + k > after ? [`${line.slice(0, -1)},"seq":${seq + k}}\n`] : []))
    .join('')
