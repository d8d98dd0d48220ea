import { fileURLToPath } from 'node:url'
import { count as grouped } from '@askance/core/internals'
import { build } from 'esbuild'
import { withBrowser } from '../service/browser.js'
import { type Section, times } from './section.js'

/** A page with one chart that redraws its lines and measures the time until the next frame. */
const page = `
import { h, render } from 'preact'
import { LineChart } from './parts/charts/line-chart.js'

const colours = ['chart-active', 'chart-random', 'chart-b']
const lineOf = (points, place, shift) => {
  const values = Array.from({ length: points }, (_, n) => 0.9 - 0.4 * Math.exp((-5 * n) / points) - 0.05 * place + 0.01 * Math.sin(n / 50 + shift))
  const moved = (by) => values.map((value) => value + by)
  return { id: String(place), label: String(place), colour: colours[place], values, low: moved(-0.03), high: moved(0.03) }
}
const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
window.drawn = async (points, lines, turns) => {
  const box = document.body.appendChild(document.createElement('div'))
  const x = Array.from({ length: points }, (_, n) => n + 1)
  const spent = []
  for (let turn = 0; turn <= turns; turn++) {
    const series = Array.from({ length: lines }, (_, place) => lineOf(points, place, turn))
    await frame()
    const from = performance.now()
    render(h(LineChart, { title: 'Lines', x, xName: 'x', xText: String, yText: String, series, height: () => 360 }), box)
    await frame()
    if (turn > 0) spent.push(performance.now() - from)
  }
  render(null, box)
  return spent.sort((a, b) => a - b)[Math.floor(spent.length / 2)]
}
`

const bundled = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: {
      contents: page,
      resolveDir: fileURLToPath(new URL('../../../packages/desk/src', import.meta.url)),
    },
    bundle: true,
    format: 'iife',
    write: false,
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
  })
  return outputFiles[0]?.text ?? ''
}

const FEW = 1000

export const drawing: Section = {
  name: 'drawing',
  title: 'Redrawing a chart, until the next frame',
  run: async ({ quick }) => {
    const many = quick ? 10_000 : 100_000
    const script = await bundled()
    return withBrowser(async (view) => {
      await view.addScriptTag({ content: script })
      const medianOf = (points: number, lines: number): Promise<number> =>
        view.evaluate(([p, l]) => (window as unknown as Drawing).drawn(p, l, 20), [points, lines] as const)
      const few = await medianOf(FEW, 1)
      const lines = []
      for (const count of [1, 3]) {
        const spent = await medianOf(many, count)
        lines.push({
          measurement: `${count} ${count === 1 ? 'line' : 'lines'} with ${count === 1 ? 'its band' : 'their bands'}, ${grouped(many)} points`,
          result: `${spent.toFixed(1)} ms, the median of 20`,
          ratio: times(spent / few),
          target: '',
          slowness: { name: `${count} lines`, ratio: spent / few },
        })
      }
      const measurement = `1 line with its band, ${grouped(FEW)} points`
      return [
        { measurement, result: `${few.toFixed(1)} ms, the median of 20`, ratio: '1', target: '' },
        ...lines,
      ]
    })
  },
}

interface Drawing {
  drawn(points: number, lines: number, turns: number): Promise<number>
}
