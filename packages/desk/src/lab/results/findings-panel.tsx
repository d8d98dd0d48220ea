import type { Results } from '@askance/bench'
import { GAIN_SHARE } from '@askance/bench'
import { Link } from '../../shell/navigation.js'
import { say } from '../../words/say.js'
import type { LabTable } from '../engine/table.js'
import { shareText } from '../figures.js'
import { comparisonFindings, type Finding, fewRuns, labFindings } from './findings.js'
import { tunedParameters } from './new-stream-link.js'
import { cellNear } from './settings.js'
import { bestRow } from './verdict.js'

interface FindingsPanelProps {
  readonly table: LabTable
  readonly results: Results
  readonly handover: ((name: string) => string) | undefined
}

const List = ({ findings }: { readonly findings: readonly Finding[] }) => (
  <ul class="findings">
    {findings.map(({ title, text }) => (
      <li key={title}>
        <b>{title}</b> {text}
      </li>
    ))}
  </ul>
)

/** The findings and a link to a new stream. */
export const FindingsPanel = ({ table, results, handover }: FindingsPanelProps) => {
  const duels = comparisonFindings(table)
  const few = duels.length > 0 ? fewRuns(table) : undefined
  return (
    <section class="panel" aria-labelledby="lab-findings">
      <div class="panel-head">
        <h2 id="lab-findings">{say('lab.findings.title')}</h2>
      </div>
      <List findings={labFindings(table, results)} />
      {duels.length > 0 && (
        <>
          <h3>{say('lab.comparisons.title')}</h3>
          <List findings={duels} />
        </>
      )}
      {few !== undefined && <p class="hint">{say('lab.comparisons.few', { count: few })}</p>}
      {handover && <Start table={table} results={results} handover={handover} />}
    </section>
  )
}

const Start = ({
  table,
  results,
  handover,
}: FindingsPanelProps & { readonly handover: (name: string) => string }) => {
  const name = bestRow(table)?.name
  if (name === undefined) return null
  const isTuned = Object.keys(tunedParameters(results, name)).length > 0
  const share = cellNear(results, name, GAIN_SHARE)?.ratio ?? GAIN_SHARE
  return (
    <div class="start">
      <Link to={{ view: 'new', search: handover(name) }} class="button">
        {say('lab.start.with', { name })}
      </Link>
      <p class="hint">
        {isTuned ? say('lab.start.tuned', { share: shareText(share) }) : say('lab.start.plain')}{' '}
        {say('lab.start.dial')}
      </p>
    </div>
  )
}
