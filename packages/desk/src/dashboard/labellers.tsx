import { NumberTableHead } from '../parts/number-table-head.js'
import { formatCount, formatPercent } from '../parts/numbers.js'
import { type AnyQuality, unbroken } from '../parts/quality.js'
import { Scrolling } from '../parts/scrolling.js'
import { say } from '../words/say.js'
import type { Agreement } from './api.js'
import { Panel } from './panel.js'

/** Answers and agreement per labeller, if there are several. */
export const Labellers = ({
  agreement,
  quality,
}: {
  readonly agreement: Agreement | undefined
  readonly quality: AnyQuality | undefined
}) => {
  if (!agreement || agreement.labellers.length < 2) return null
  const { labellers, pairs, agreement: share } = agreement
  const percent = (value: number | undefined): string =>
    value === undefined ? say('common.none') : say('common.percent', { value: formatPercent(value) })
  const heads = (['name', 'answers', 'unsure', 'skipped', 'agreement'] as const).map((head) =>
    say(`dashboard.labellers.${head}`),
  )
  return (
    <Panel
      title={say('dashboard.labellers.title')}
      note={
        share === undefined
          ? undefined
          : say('dashboard.labellers.note', { share: formatPercent(share), pairs })
      }
      class="wide"
    >
      {quality?.checks && <p>{unbroken(quality.checks.text)}</p>}
      <Scrolling class="scroll-x" label={heads.join(', ')}>
        <table class="table">
          <NumberTableHead heads={heads} />
          <tbody>
            {labellers.map(({ name, answers, unsure, skipped, agreement: agrees }) => (
              <tr key={name}>
                <td>{name}</td>
                <td class="n">{formatCount(answers)}</td>
                <td class="n">{formatCount(unsure)}</td>
                <td class="n">{formatCount(skipped)}</td>
                <td class="n">{percent(agrees)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </Panel>
  )
}
