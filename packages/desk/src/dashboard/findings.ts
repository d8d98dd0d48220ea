import type { Schemas } from '@askance/server/client'
import { formatTime } from '../parts/times.js'
import { say } from '../words/say.js'
import type { StreamStatus, TimelineWindow } from './api.js'

/** A finding with title and text. */
export interface Finding {
  readonly kind: 'good' | 'even' | 'warn' | 'waiting'
  readonly title: string
  readonly text: string
}

interface FindingInput {
  readonly quality: Schemas['Quality'] | undefined
  readonly windows: readonly TimelineWindow[]
  readonly status: StreamStatus
  readonly isWatched: boolean
  readonly isPaused: boolean
  /** Current time in milliseconds since 1970. */
  readonly now: number
}

const driftFinding = ({ windows, isWatched, now }: FindingInput): Finding | undefined => {
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
    title: say('dashboard.findings.drift', { when: formatTime(last.time, now), t: last.t }),
    text: `${text}${more}`,
  }
}

const waitingFinding = ({ status, isPaused, now }: FindingInput): Finding => {
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
      : say('dashboard.findings.waitingSince', { count: counts.open, when: formatTime(waitingSince, now) })
  return { kind: 'waiting', title, text: back || say('dashboard.findings.waitingText') }
}

/** What more labels would bring, once it can be told. */
const labelsFinding = ({ quality }: FindingInput): Finding | undefined =>
  quality?.gain.gain === undefined
    ? undefined
    : {
        kind: quality.gain.stop ? 'good' : quality.gain.rising ? 'warn' : 'even',
        title: say(quality.gain.stop ? 'dashboard.findings.stop' : 'dashboard.findings.more'),
        text: quality.gain.text,
      }

export const collectFindings = (known: FindingInput): readonly Finding[] =>
  [labelsFinding(known), driftFinding(known), waitingFinding(known)].filter(
    (finding) => finding !== undefined,
  )
