import type { Results } from '@askance/bench'
import { GAIN_SHARE } from '@askance/bench'
import { BarChart } from '../../parts/charts/bar-chart.js'
import { say } from '../../words/say.js'
import { metricTitle, shareText, valueText } from '../figures.js'
import { HeatMap } from './heat-map.js'
import { parameterTitle, parameterValue } from './parameter-text.js'
import { tunedSettings } from './settings.js'

interface SettingsPanelProps {
  readonly results: Results
  readonly name: string
}

/** Scores of one algorithm by tuned parameters. */
export const SettingsPanel = ({ results, name }: SettingsPanelProps) => {
  const { metric, tuning } = results.protocol
  const settings = tunedSettings(results, name, GAIN_SHARE)
  const text = (score: number) => valueText(metric, score)
  const y = settings?.y
  return (
    <section class="panel settings" aria-labelledby="lab-settings">
      <div class="panel-head">
        <h2 id="lab-settings">{say('lab.settings.title')}</h2>
        {settings && (
          <span class="note">
            {say('lab.settings.note', {
              name,
              metric: metricTitle(metric),
              share: shareText(settings.ratio),
            })}
          </span>
        )}
      </div>
      {settings && y && (
        <HeatMap
          key={name}
          settings={{ ...settings, y }}
          text={text}
          short={(score) => text(score).replace(/\.\d+$/, '')}
        />
      )}
      {settings && !y && (
        <>
          <p class="axis-name">{parameterTitle(settings.x.parameter)}</p>
          <BarChart
            key={name}
            title={say('lab.settings.bars', { x: parameterTitle(settings.x.parameter) })}
            heads={[parameterTitle(settings.x.parameter), say('lab.settings.score')]}
            bars={settings.cells
              .toSorted((a, b) => a.x - b.x)
              .map(({ x, score, isBest }) => ({ name: parameterValue(x), value: score, chosen: isBest }))}
            text={text}
          />
        </>
      )}
      {settings && (
        <p class="hint">
          {settings.tried > settings.cells.length && say('lab.settings.bestOver')}{' '}
          {y &&
            settings.cells.length < settings.x.values.length * y.values.length &&
            say('lab.settings.missing')}
        </p>
      )}
      {!settings && (
        <p class="muted small">
          {tuning.method === 'none' ? say('lab.settings.untuned') : say('lab.settings.fixed', { name })}
        </p>
      )}
    </section>
  )
}
