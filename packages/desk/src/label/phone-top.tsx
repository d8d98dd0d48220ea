import { deskCounts } from '../parts/budget.js'
import { ExportMenu } from '../parts/export-menu.js'
import { StreamPicker } from '../parts/stream-picker.js'
import type { StreamDetail } from '../shell/follow.js'
import { RichText, say } from '../words/say.js'
import { BudgetLine } from './rails.js'
import type { DeskState } from './use-labelling.js'
import { Why } from './why.js'
import { whyAsked } from './why-asked.js'

/** Name, export, budget and reason in a few lines, for screens too narrow for the side rails. */
export const PhoneTop = ({ detail, desk }: { readonly detail: StreamDetail; readonly desk: DeskState }) => {
  const { config, status } = detail
  const { current } = desk.labelling
  const { classes } = status
  const why =
    current &&
    whyAsked(current, {
      classes,
      ...(config.positive !== undefined && { positive: config.positive }),
    })
  return (
    <div class="phone-top">
      <div class="line">
        <StreamPicker id={detail.id} view="desk" title={detail.config.title ?? detail.id} />
        <div class="phone-export">
          <ExportMenu stream={detail} />
        </div>
        <BudgetLine budget={config.budget} counts={deskCounts(detail, desk.counts)} />
      </div>
      {current && why && (
        <details>
          <summary>
            <span class="short">
              <RichText k={why.key} {...why.values} />
            </span>
            <u>{say('label.why.short')}</u>
          </summary>
          <Why question={current} config={config} classes={classes} />
        </details>
      )}
    </div>
  )
}
