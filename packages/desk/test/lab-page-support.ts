import type { RunSpec } from '../src/lab/engine/messages.js'
import { LabSession } from '../src/lab/engine/session.js'
import { applyEvent, type LabRun, newRun } from '../src/lab/run.js'
import { madeNumbers } from './lab-data.js'

/** A completed run in this process. */
export const playedRun = async (spec: RunSpec, rows = 300) => {
  const session = new LabSession('a test')
  const facts = await session.open(new File([madeNumbers(rows)], 'numbers.csv'), () => {})
  let run: LabRun = newRun(spec, 0)
  const seen: LabRun[] = []
  const outcome = await session.run(spec, (event) => {
    run = applyEvent(run, event, 0)
    seen.push(run)
  })
  const last: LabRun = { ...run, status: 'finished', outcome }
  return { facts, outcome, run: last, seen }
}
