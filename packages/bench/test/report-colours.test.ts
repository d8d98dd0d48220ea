// Series must be distinguishable and legible, including with colour blindness.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { darkTheme, lightTheme, seriesColours, type Theme } from '../src/report/page/theme.js'

type Triple = readonly [number, number, number]

const linear = (hex: string): Triple => {
  const part = (k: number): number => {
    const value = Number.parseInt(hex.slice(1 + 2 * k, 3 + 2 * k), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(0), part(1), part(2)]
}
const times = (matrix: readonly Triple[], [a, b, c]: Triple): Triple =>
  matrix.map(([p, q, r]) => p * a + q * b + r * c) as unknown as Triple

/** Machado, Oliveira and Fernandes (2009), severity 1; the first is ordinary sight. */
const sights: Readonly<Record<string, readonly Triple[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** OKLab, Ottosson (2020). */
const oklab = (colour: Triple): Triple => {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    colour.map((part) => Math.max(0, part)) as unknown as Triple,
  ).map(Math.cbrt) as unknown as Triple
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  )
}

const contrast = (a: string, b: string): number => {
  const light = (hex: string): number => {
    const [red, green, blue] = linear(hex)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  }
  return Math.max(light(a), light(b)) / Math.min(light(a), light(b))
}

const themes: readonly [string, Theme][] = [
  ['light', lightTheme],
  ['dark', darkTheme],
]

for (const [name, theme] of themes)
  describe(`the ${name} colours`, () => {
    test('of the first five series and of random asking stay apart', () => {
      const colours = [...seriesColours.slice(0, 5), 'random' as const].map((key) => theme[key])
      for (const [sight, matrix] of Object.entries(sights)) {
        const seen = colours.map((hex) => oklab(times(matrix, linear(hex))))
        seen.forEach((a, i) => {
          seen.slice(0, i).forEach((b, j) => {
            const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
            assert.ok(distance >= 0.08, `${colours[i]} and ${colours[j]}, ${sight}: ${distance}`)
          })
        })
      }
    })

    test('of text and of lines can be read', () => {
      for (const ground of [theme.surface, theme.paper]) {
        for (const ink of [theme.ink, theme.ink2, theme.ink3, theme.accent])
          assert.ok(contrast(ink, ground) >= 4.5, `${ink} on ${ground}`)
        for (const key of [...seriesColours, 'random', 'supervised'] as const)
          assert.ok(contrast(theme[key], ground) >= 4, `${key} on ${ground}`)
      }
    })
  })
