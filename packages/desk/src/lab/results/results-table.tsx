import type { MetricName } from '@askance/bench'
import { formatCount } from '../../parts/numbers.js'
import { Scrolling } from '../../parts/scrolling.js'
import { Link } from '../../shell/navigation.js'
import { say } from '../../words/say.js'
import type { LabRow, LabTable, LabValue } from '../engine/table.js'
import { goalText, metricTitle, shareText, valueText } from '../figures.js'
import { LineSample } from '../line-sample.js'
import type { Look } from '../look.js'
import { shownShares } from './scores.js'

interface ResultsTableProps {
  readonly table: LabTable
  readonly looks: ReadonlyMap<string, Look>
  /** The selected algorithm. */
  readonly chosen: string | undefined
  onChoose(name: string): void
  /** Link to a new stream with an algorithm; undefined for users who cannot create one. */
  readonly handover: ((name: string) => string) | undefined
}

/** Short times in milliseconds. */
const timeText = (seconds: number): string =>
  seconds < 1
    ? say('lab.table.milliseconds', { value: Math.max(1, Math.round(1000 * seconds)) })
    : say('lab.table.seconds', { value: seconds.toFixed(1) })

const None = () => <span class="faint">{say('common.none')}</span>

const Score = ({ metric, value }: { readonly metric: MetricName; readonly value: LabValue | undefined }) =>
  value === undefined ? (
    <None />
  ) : (
    <>
      {value.leads ? <b>{valueText(metric, value.mean)}</b> : valueText(metric, value.mean)}
      {value.deviation !== undefined && (
        <span class="faint"> {say('common.plusMinus', { reach: valueText(metric, value.deviation) })}</span>
      )}
    </>
  )

/** The results, best mean rank first. */
export const ResultsTable = (props: ResultsTableProps) => {
  const { table, handover } = props
  const { metric, goal, ratios, rows } = table
  const shares = shownShares(ratios)
  return (
    <>
      <Scrolling class="scroll-x" label={say('lab.table.scrolls')}>
        <table class="table results">
          <thead>
            <tr>
              <th scope="col">{say('lab.table.algorithm')}</th>
              <th scope="col" class="n">
                {say('lab.table.rank')}
              </th>
              {shares.map((share, k) => (
                <th key={share} scope="col" class="n">
                  {say(k === 0 ? 'lab.table.firstScore' : 'lab.table.score', {
                    metric: metricTitle(metric),
                    share: shareText(share),
                  })}
                </th>
              ))}
              <th scope="col" class="n">
                {goal === undefined
                  ? say('lab.table.noGoal')
                  : say('lab.table.goal', { goal: goalText(metric, goal) })}
              </th>
              <th scope="col" class="n">
                {say('lab.table.saving')}
              </th>
              <th scope="col" class="n">
                {say('lab.table.time')}
              </th>
              {handover && <th scope="col">{say('lab.table.use')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.name} {...props} row={row} shares={shares} />
            ))}
          </tbody>
        </table>
      </Scrolling>
      <p class="hint below">
        {say('lab.table.leads')} {goal !== undefined && say('lab.verdict.goalNote')}
      </p>
    </>
  )
}

interface RowProps extends ResultsTableProps {
  readonly row: LabRow
  readonly shares: readonly number[]
}

const Row = ({ table, row, shares, looks, chosen, onChoose, handover }: RowProps) => {
  const { name, role, rank, needed, saving, seconds } = row
  const { metric, ratios, items } = table
  return (
    <tr>
      <th scope="row">
        <LineSample look={looks.get(name)} width={22} />
        {role === 'compared' ? (
          <button
            type="button"
            class="chooser"
            aria-pressed={name === chosen}
            title={say('lab.table.show', { name })}
            onClick={() => onChoose(name)}
          >
            {name}
          </button>
        ) : (
          <>
            {name}{' '}
            <span class="faint">{say(role === 'random' ? 'lab.table.random' : 'lab.table.every')}</span>
          </>
        )}
      </th>
      <td class="n">{rank === undefined ? <None /> : rank.toFixed(1)}</td>
      {role === 'supervised' ? (
        <td class="n" colSpan={shares.length}>
          <span class="faint">{say('lab.table.withAll', { items })}</span>{' '}
          <Score metric={metric} value={row.values[0]} />
        </td>
      ) : (
        shares.map((share) => (
          <td key={share} class="n">
            <Score metric={metric} value={row.values[ratios.indexOf(share)]} />
          </td>
        ))
      )}
      <td class="n">
        {needed ? (
          <>
            {needed.atMost
              ? say('lab.table.atMost', { labels: formatCount(needed.labels) })
              : formatCount(needed.labels)}{' '}
            <span class="faint">{shareText(needed.ratio)}</span>
          </>
        ) : (
          <None />
        )}
      </td>
      <td class={saving !== undefined && saving > 1 ? 'n saving' : 'n'}>
        {saving === undefined ? <None /> : say('lab.table.times', { factor: saving.toFixed(1) })}
      </td>
      <td class="n">{seconds === undefined ? <None /> : timeText(seconds)}</td>
      {handover && (
        <td>
          {role === 'supervised' ? (
            <None />
          ) : (
            <Link
              to={{ view: 'new', search: handover(name) }}
              aria-label={say('lab.table.useNamed', { name })}
            >
              {say('lab.table.useThis')}
            </Link>
          )}
        </td>
      )}
    </tr>
  )
}
