import { GAIN_SHARE } from '@askance/bench'
import { useMemo, useState } from 'preact/hooks'
import { useMedia } from '../parts/media.js'
import { hasRole, useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import type { Facts, Outcome } from './engine/messages.js'
import { assignLooks } from './look.js'
import { CurvesPanel } from './results/curves-panel.js'
import { FindingsPanel } from './results/findings-panel.js'
import { newStreamLink } from './results/new-stream-link.js'
import { RepeatPanel } from './results/repeat-panel.js'
import { ResultsTable } from './results/results-table.js'
import { tunedSettings } from './results/settings.js'
import { SettingsPanel } from './results/settings-panel.js'
import { bestRow, createVerdict, type Verdict } from './results/verdict.js'
import { isRunning, type LabRun } from './run.js'
import { defaultRunDraft, type RunDraft, toRunSpec } from './run-draft.js'
import { Algorithms } from './setup/algorithms.js'
import { DataBox } from './setup/data-box.js'
import { ProtocolFacts } from './setup/protocol.js'
import { RunBar } from './setup/run-bar.js'
import { useLab } from './use-lab.js'

/** Must match the breakpoint in narrow.css. */
const NARROW = '(max-width: 640px)'

/** Compares algorithms on a file in a web worker. */
export const Lab = () => {
  const [draft, setDraft] = useState<RunDraft>()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<string>()
  const [isFolded, setFolded] = useState(false)
  const isNarrow = useMedia(NARROW)
  const lab = useLab((facts) => {
    setDraft(defaultRunDraft(facts))
    setTicked(facts.algorithms.map(({ name }) => name).filter((name) => facts.defaults.includes(name)))
    setChosen(undefined)
    setFolded(false)
  })
  const { facts, run, reading, openError, runError } = lab
  const outcome = run?.outcome
  const table = outcome?.table ?? run?.table
  const going = isRunning(run)
  const isBusy = going || run?.status === 'paused'
  const verdict = useMemo(() => table && createVerdict(table, isBusy), [table, isBusy])
  const shown = chosen ?? (outcome && bestRow(outcome.table)?.name)
  const planned = run?.planned
  const looks = useMemo(() => assignLooks(planned?.algorithms ?? [], shown), [planned, shown])
  /** Catalogue order, so that lines keep their look. */
  const tick = (name: string) =>
    setTicked((now) =>
      (facts?.algorithms ?? [])
        .map((one) => one.name)
        .filter((one) => (one === name ? !now.includes(one) : now.includes(one))),
    )
  const start = () => {
    if (!facts || !draft) return
    setFolded(true)
    lab.start(toRunSpec(draft, ticked, facts))
  }
  return (
    <main id="main" class="page lab">
      <div class="page-head">
        <h1>{say('lab.title')}</h1>
        <p class="muted small">{say('lab.lead')}</p>
      </div>
      <div class="sides">
        <div class="setup">
          {facts && isNarrow && (
            <button
              type="button"
              class="fold"
              aria-expanded={!isFolded}
              aria-controls="lab-setup"
              onClick={() => setFolded(!isFolded)}
            >
              <span>
                <b>{facts.name}</b>
                <span class="faint">
                  {say('lab.folded', {
                    count: ticked.length,
                    runs: say('lab.runsOf', { count: Number(draft?.runs) }),
                  })}
                </span>
              </span>
              <u>{say(isFolded ? 'lab.change' : 'lab.done')}</u>
            </button>
          )}
          <div id="lab-setup" class={isFolded ? 'wishes folded' : 'wishes'}>
            <DataBox
              facts={facts}
              reading={reading}
              openError={openError}
              positive={draft?.positive ?? ''}
              onFile={lab.open}
              onLabel={lab.chooseLabel}
              onPositive={(positive) => draft && setDraft({ ...draft, positive })}
            />
            <Algorithms facts={facts} ticked={ticked} chosen={shown} disabled={isBusy} onTick={tick} />
            {facts && draft && (
              <ProtocolFacts facts={facts} draft={draft} disabled={isBusy} onChange={setDraft} />
            )}
          </div>
          <RunBar
            run={run}
            ready={facts !== undefined && ticked.length > 0 && !reading}
            onStart={start}
            onPause={lab.pause}
            onResume={lab.resume}
            onStop={lab.stop}
          />
        </div>
        <div class="results-side">
          {runError !== undefined && (
            <p class="notice bad" role="alert">
              {say('lab.run.failed', { reason: runError })}
            </p>
          )}
          {run ? (
            <CurvesPanel run={run} looks={looks} verdict={verdict} />
          ) : (
            <section class="panel quiet-state">
              <h2>{say('lab.empty.title')}</h2>
              <p>{say(facts ? 'lab.empty.text' : 'lab.empty.first')}</p>
            </section>
          )}
          {outcome && facts && (
            <Results
              outcome={outcome}
              facts={facts}
              verdict={verdict}
              positive={run.spec.positive ?? facts.positive}
              looks={looks}
              shown={shown}
              chosen={chosen}
              onChoose={setChosen}
            />
          )}
        </div>
      </div>
      <p class="unseen" role="status">
        {run && verdict && endMessage(run, verdict)}
      </p>
    </main>
  )
}

/** Announced to screen readers once, at the end. */
const endMessage = ({ status }: LabRun, { lead, more }: Verdict): string => {
  const verdict = more === undefined ? lead : `${lead} ${more}`
  if (status === 'finished') return say('lab.run.ended', { verdict })
  return status === 'stopped' ? say('lab.run.endedEarly', { verdict }) : ''
}

interface ResultsProps {
  readonly outcome: Outcome
  readonly facts: Facts
  readonly verdict: Verdict | undefined
  readonly positive: string
  readonly looks: ReturnType<typeof assignLooks>
  readonly shown: string | undefined
  /** The selected algorithm. */
  readonly chosen: string | undefined
  onChoose(name: string): void
}

/** The best algorithm that was tuned. */
const tunedNote = ({ table, results }: Outcome): string | undefined =>
  table.rows.find(({ name, role }) => role === 'compared' && tunedSettings(results, name, GAIN_SHARE))?.name

const Results = ({ outcome, facts, verdict, positive, looks, shown, chosen, onChoose }: ResultsProps) => {
  const { me } = useSession()
  const { results, table } = outcome
  const mayMake = hasRole(me.role, 'owner') && me.stream === undefined
  const handover = mayMake ? (name: string) => newStreamLink(results, name, facts, positive) : undefined
  return (
    <>
      <section class="panel" aria-labelledby="lab-verdict">
        <h2 id="lab-verdict" class="unseen">
          {say('lab.table.title')}
        </h2>
        <p class="verdict">
          {verdict ? (
            <>
              <b>{verdict.lead}</b> <span class="muted">{verdict.more}</span>
            </>
          ) : (
            say('lab.verdict.none')
          )}
        </p>
        <ResultsTable table={table} looks={looks} chosen={shown} onChoose={onChoose} handover={handover} />
      </section>
      {verdict && shown !== undefined && (
        <div class="two">
          <SettingsPanel results={results} name={chosen ?? tunedNote(outcome) ?? shown} />
          <FindingsPanel table={table} results={results} handover={handover} />
        </div>
      )}
      <RepeatPanel outcome={outcome} name={facts.name} />
    </>
  )
}
