import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { say } from '../../words/say.js'
import { NumberTableHead } from '../number-table-head.js'
import { Scrolling } from '../scrolling.js'
import type { ChartRow } from './line-data.js'
import { useWidth } from './width.js'

interface ChartTable {
  /** Column headings, starting with the row heading. */
  readonly heads: readonly string[]
  rows(): readonly ChartRow[]
}

interface ChartFigureProps {
  readonly title: string
  /** Text alternative for screen readers. */
  readonly description?: string | undefined
  readonly table: ChartTable
  /** Shown next to the table switch. */
  readonly legend?: ComponentChildren
  /** Renders the chart at its actual width. */
  readonly children: (width: number) => ComponentChildren
}

/** A chart with a title that can be shown as a table. */
export const ChartFigure = ({ title, description, table, legend, children }: ChartFigureProps) => {
  const [isTable, setTable] = useState(false)
  const [box, width] = useWidth<HTMLDivElement>()
  const id = useId()
  return (
    <figure class="chart">
      <div ref={box} class="chart-box">
        {isTable ? (
          <ChartTableView title={title} table={table} />
        ) : (
          <div role="img" aria-label={title} aria-describedby={description ? id : undefined}>
            {width > 0 && children(width)}
          </div>
        )}
      </div>
      {description && (
        <p class="unseen" id={id}>
          {description}
        </p>
      )}
      <figcaption class="chart-foot">
        {!isTable && legend}
        <button type="button" class="chart-switch" onClick={() => setTable(!isTable)}>
          {say(isTable ? 'common.showChart' : 'common.showTable')}
          <span class="unseen">: {title}</span>
        </button>
      </figcaption>
    </figure>
  )
}

const ChartTableView = ({ title, table }: { readonly title: string; readonly table: ChartTable }) => (
  <Scrolling class="chart-table" label={`${title}: ${table.heads.join(', ')}`}>
    <table class="table">
      <NumberTableHead heads={table.heads} />
      <tbody>
        {table.rows().map(({ name, cells }, k) => (
          <tr key={k}>
            <th scope="row">{name}</th>
            {cells.map((cell, n) => (
              <td key={n} class="n">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Scrolling>
)
