import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sparseFile } from '../files.js'
import type { Section } from './section.js'

/** Both values come from a separate process, because this one has held large tables. */
const child = (program: string, flags: readonly string[], ...args: readonly string[]): string => {
  const path = fileURLToPath(new URL(`../children/${program}.js`, import.meta.url))
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, path, ...args], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  return stdout.trim()
}

export const memory: Section = {
  name: 'memory',
  title: 'Memory: reading and learning the sparse stream, and heap growth per round',
  async run({ quick }) {
    const { path } = await sparseFile(quick ? 0.1 : 1)
    const { peak, weights } = JSON.parse(child('peak-memory', [], path)) as { peak: number; weights: number }
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
    const algorithms = ['D-AMD', 'PAA-II', 'SOAL-diag', 'SOP-SS-diag', 'MD-AMD']
    return [
      {
        measurement: 'D-AMD, 200,000 × 100,000 from text',
        result: `${megabytes(peak)} peak resident, of which weights ${megabytes(weights)}`,
        ratio: '',
        target: `below ${megabytes(weights + 100e6)}`,
      },
      ...algorithms.map((algorithm) => ({
        measurement: `${algorithm}, a million rounds`,
        result: `${child('heap-growth', ['--expose-gc', '--max-semi-space-size=64'], algorithm)} bytes of heap per round`,
        ratio: '',
        target: 'below 1',
      })),
    ]
  },
}
