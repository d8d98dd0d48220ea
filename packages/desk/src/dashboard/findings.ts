import type { Schemas } from '@askance/server/client'
import { type Band, counted, differenceIn, points, reachOf } from '../parts/numbers.js'
import { say } from '../words/say.js'
import type { StreamStatus, TimelineWindow } from './api.js'
import { clock } from './times.js'

/** Something worth saying, in a sentence and some more. */
export interface Finding {
  readonly kind: 'good' | 'even' | 'warn' | 'waiting'
  readonly title: string
  readonly text: string
}

interface Known {
  readonly quality: Schemas['Quality'] | undefined
  /** By how much asking is ahead of the random arm. */
  readonly ahead: Band | undefined
  readonly windows: readonly TimelineWindow[]
  readonly status: StreamStatus
  readonly isWatched: boolean
  readonly isPaused: boolean
  /** Now, in milliseconds since 1970. */
  readonly now: number
}

/** Ahead only where the interval says so; that nothing is seen is said in the same size. */
const gainIn = ({ ahead, windows, status }: Known): Finding | undefined => {
  if (!ahead) return undefined
  const { low, high, value } = ahead
  const said = { points: points(Math.abs(value)), reach: reachOf(ahead) }
  const audits = windows.reduce((sum, { reasons }) => sum + (reasons?.audit ?? 0), 0)
  const arm =
    audits > 0
      ? say('dashboard.findings.armOf', { count: audits, answers: status.counts.answers })
      : say('dashboard.findings.arm')
  const shows = differenceIn(ahead)
  if (shows === 'ahead') return { kind: 'good', title: say('dashboard.findings.ahead', said), text: arm }
  if (shows === 'behind') return { kind: 'warn', title: say('dashboard.findings.behind', said), text: arm }
  const title =
    shows === 'none'
      ? say('dashboard.findings.none', { ...said, points: points(value) })
      : say('dashboard.findings.unclear', { low: points(low), high: points(high) })
  return { kind: 'even', title, text: arm }
}

const driftIn = ({ windows, isWatched, now }: Known): Finding | undefined => {
  const alarms = windows.flatMap(({ drift }) => drift)
  const last = alarms.at(-1)
  if (!last)
    return isWatched
      ? {
          kind: 'even',
          title: say('dashboard.findings.noDrift'),
          text: say('dashboard.findings.noDriftText'),
        }
      : undefined
  const text = say(last.kind === 'errors' ? 'dashboard.findings.byErrors' : 'dashboard.findings.byMargins')
  const more = alarms.length > 1 ? ` ${say('dashboard.findings.alarms', { count: alarms.length })}` : ''
  return {
    kind: 'warn',
    title: say('dashboard.findings.drift', { when: clock(last.time, now), t: last.t }),
    text: `${text}${more}`,
  }
}

const waitingIn = ({ status, isPaused, now }: Known): Finding => {
  const { counts, waitingSince, withdrawn = 0 } = status
  const back = withdrawn > 0 ? say('dashboard.findings.withdrawn', { count: withdrawn }) : ''
  if (isPaused)
    return {
      kind: 'waiting',
      title: say('dashboard.findings.paused'),
      text: say('dashboard.findings.pausedText'),
    }
  if (counts.open === 0)
    return {
      kind: 'waiting',
      title: say('dashboard.findings.noneWaiting'),
      text:
        back ||
        say(counts.answers > 0 ? 'dashboard.findings.noneWaitingText' : 'dashboard.findings.noneAsked'),
    }
  const title =
    waitingSince === undefined
      ? say('dashboard.findings.waiting', { count: counts.open })
      : say('dashboard.findings.waitingSince', { count: counts.open, when: clock(waitingSince, now) })
  return { kind: 'waiting', title, text: back || say('dashboard.findings.waitingText') }
}

const stopIn = ({ quality }: Known): Finding | undefined =>
  quality?.gain.stop
    ? {
        kind: 'even',
        title: say('dashboard.findings.stop'),
        text: say('dashboard.findings.stopText', {
          labels: counted(quality.gain.labels),
          upper: points(quality.gain.upper),
        }),
      }
    : undefined

/** What there is to say, in the order of questions. */
export const findingsIn = (known: Known): readonly Finding[] =>
  [gainIn(known), stopIn(known), driftIn(known), waitingIn(known)].filter((finding) => finding !== undefined)
