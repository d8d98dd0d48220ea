import type { Look } from './look.js'

/** A sample of a chart line. */
export const LineSample = ({
  look,
  width = 28,
}: {
  readonly look: Look | undefined
  readonly width?: number
}) => (
  <svg class="sample" width={width} height="8" aria-hidden="true">
    {look && (
      <line
        x1="0"
        x2={width}
        y1="4"
        y2="4"
        style={{ stroke: `var(--${look.colour})`, strokeDasharray: look.dash.join(' ') }}
      />
    )}
  </svg>
)
