import { say } from '../../words/say.js'
import type { LabRun } from '../run.js'

interface RunBarProps {
  readonly run: LabRun | undefined
  readonly ready: boolean
  onStart(): void
  onPause(): void
  onResume(): void
  onStop(): void
}

/** Start, pause, resume and stop. */
export const RunBar = ({ run, ready, onStart, onPause, onResume, onStop }: RunBarProps) => {
  const status = run?.status
  if (status === 'running' || status === 'halting') {
    const isHalting = status === 'halting'
    // Disabled buttons would lose the focus.
    const unless = (act: () => void) => ({ 'aria-disabled': isHalting, onClick: isHalting ? () => {} : act })
    return (
      <div class="run-bar">
        <button type="button" class="button" {...unless(onPause)}>
          {say('lab.run.pause')}
        </button>
        <button type="button" class="button quiet" {...unless(onStop)}>
          {say('lab.run.stop')}
        </button>
        <p class="hint">{say(isHalting ? 'lab.run.stopping' : 'lab.run.leaving')}</p>
      </div>
    )
  }
  if (status === 'paused')
    return (
      <div class="run-bar">
        <button type="button" class="button primary" onClick={onResume}>
          {say('lab.run.continue')}
        </button>
        <button type="button" class="button quiet" onClick={onStop}>
          {say('lab.run.stop')}
        </button>
      </div>
    )
  return (
    <div class="run-bar">
      <button type="button" class="button primary" disabled={!ready} onClick={onStart}>
        {say(run ? 'lab.run.again' : 'lab.run.start')}
      </button>
    </div>
  )
}
