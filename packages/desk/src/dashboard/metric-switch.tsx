import { Segments } from '../parts/segments.js'
import { say } from '../words/say.js'
import type { Metric } from './estimates.js'

interface MetricSwitchProps {
  readonly metric: Metric
  onMetric(metric: Metric): void
}

/** Chooses between accuracy and F1. */
export const MetricSwitch = ({ metric, onMetric }: MetricSwitchProps) => (
  <div class="end">
    <Segments<Metric>
      label={say('dashboard.figure.switch')}
      options={[
        ['accuracy', say('dashboard.figure.switchAccuracy')],
        ['f1', say('dashboard.figure.switchF1')],
      ]}
      value={metric}
      onChange={onMetric}
    />
  </div>
)
