import { intervalName } from '@askance/core/internals'
import { ClassName } from '../parts/class-name.js'
import { formatCount, MIN_LABELS } from '../parts/numbers.js'
import { accuracyIn, answersIn, type MultiLabelQuality, shownEstimate } from '../parts/quality.js'
import { Scrolling } from '../parts/scrolling.js'
import { RichText, say } from '../words/say.js'
import { Estimated } from './estimated.js'
import { Panel } from './panel.js'

interface FigureProps {
  readonly quality: MultiLabelQuality
  readonly items: number
  readonly answers: number
}

/** The estimates of a multi-label stream over all pairs of an item and a class. */
export const SeveralFigure = ({ quality, items, answers }: FigureProps) => {
  const options = { answers: answersIn(quality) }
  const rows = [
    [say('dashboard.several.hammingLoss'), quality.hammingLoss],
    [say('dashboard.several.microF1'), quality.microF1],
    [say('dashboard.several.macroF1'), quality.macroF1],
  ] as const
  return (
    <>
      <div class="panel-head">
        <h2>{say('dashboard.several.title')}</h2>
      </div>
      <Estimated estimate={accuracyIn(quality)} {...options} />
      <p class="from">
        <RichText
          k="dashboard.several.from"
          labels={formatCount(answers)}
          items={items}
          interval={intervalName().replace(' %', '\u00a0%')}
        />
      </p>
      <dl class="rows">
        {rows.map(([name, estimate]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{shownEstimate(estimate, options)}</dd>
          </div>
        ))}
      </dl>
      <p class="caption">{say('dashboard.several.missing')}</p>
    </>
  )
}

interface ClassQualitiesProps {
  readonly quality: MultiLabelQuality | undefined
  onLatest(): void
}

/** Precision, recall and F1 of each class. */
export const ClassQualities = ({ quality, onLatest }: ClassQualitiesProps) => {
  const rows = Object.entries(quality?.classes ?? {})
  const classes = rows.map(([label]) => label)
  const answers = rows.reduce((sum, [, one]) => sum + one.answers, 0)
  const title = say('dashboard.several.classes')
  if (answers < MIN_LABELS)
    return (
      <Panel title={title}>
        <p class="muted">{say('dashboard.confusion.early', { needed: MIN_LABELS })}</p>
      </Panel>
    )
  return (
    <Panel title={title} note={say('dashboard.several.note')} class="wide">
      <Scrolling class="class-qualities" label={title}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{say('dashboard.several.class')}</th>
              <th scope="col" class="n">
                {say('dashboard.several.answers')}
              </th>
              <th scope="col" class="n">
                {say('dashboard.several.precision')}
              </th>
              <th scope="col" class="n">
                {say('dashboard.several.recall')}
              </th>
              <th scope="col" class="n">
                {say('dashboard.several.f1')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, one]) => (
              <tr key={label}>
                <th scope="row">
                  <ClassName classes={classes} label={label} />
                </th>
                <td class="n">{formatCount(one.answers)}</td>
                {[one.precision, one.recall, one.f1].map((estimate, k) => (
                  <td key={k} class="n">
                    {shownEstimate(estimate, { answers: one.answers, ofClass: true })}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      <p>
        <button type="button" class="button quiet" onClick={onLatest}>
          {say('dashboard.several.latest')}
        </button>
      </p>
    </Panel>
  )
}
