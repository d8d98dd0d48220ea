import type { Figure } from '../src/report/figure.js'
import type { Doc } from '../src/report/page/dom.js'
import { draw } from '../src/report/page/standalone.js'
import { pageTheme } from '../src/report/page/theme.js'
import { savePng, saveSvg } from './save.js'
import { makeTip } from './tip.js'

/** Smaller drawings are unreadable. */
const MIN_WIDTH = 280

/** Draws a figure at its current width, redraws it on resize, and connects its buttons. */
export const showFigure = (place: HTMLElement, figure: Figure): void => {
  const plot = place.querySelector<HTMLElement>('.plot')
  if (!plot) return
  const hidden = new Set<number>()
  let svg = plot.querySelector('svg')
  let drawnAt = 0
  const tip = makeTip(plot)
  plot.tabIndex = 0
  plot.setAttribute('role', 'group')
  plot.setAttribute('aria-label', `${figure.title}. The arrow keys go from point to point.`)

  const redraw = (): void => {
    const width = Math.max(MIN_WIDTH, Math.floor(plot.clientWidth))
    drawnAt = width
    const drawing = draw(figure, { document: document as unknown as Doc, width, theme: pageTheme, hidden })
    const next = drawing.svg as unknown as SVGSVGElement
    if (svg) svg.replaceWith(next)
    else plot.prepend(next)
    svg = next
    tip.show(drawing.targets)
  }
  redraw()
  new ResizeObserver(() => {
    if (Math.max(MIN_WIDTH, Math.floor(plot.clientWidth)) !== drawnAt) requestAnimationFrame(redraw)
  }).observe(plot)

  for (const entry of place.querySelectorAll<HTMLElement>('.legend [data-series]'))
    entry.replaceWith(
      legendButton(entry, (shown) => {
        const k = Number(entry.dataset.series)
        if (shown) hidden.delete(k)
        else hidden.add(k)
        redraw()
      }),
    )
  for (const button of place.querySelectorAll<HTMLButtonElement>('button[data-save]')) {
    button.hidden = false
    const save = button.dataset.save === 'svg' ? saveSvg : savePng
    button.addEventListener('click', () => void save(figure, hidden))
  }
}

/** Turns a legend entry into a button that toggles its series. */
const legendButton = (entry: HTMLElement, toggle: (shown: boolean) => void): HTMLElement => {
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset.series = entry.dataset.series ?? ''
  button.setAttribute('aria-pressed', 'true')
  button.append(...entry.childNodes)
  button.addEventListener('click', () => {
    const shown = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', String(shown))
    toggle(shown)
  })
  return button
}
