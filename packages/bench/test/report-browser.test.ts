// A report in a real browser, opened from a file as its reader would.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Download, Page } from 'playwright-core'
import { reportHtml } from '../src/report/html.js'
import { heatFigure, learningFigure, rankFigure, ratioFigure, table } from './report-samples.js'
import { assertWellFormed } from './report-xml.js'

// Where a browser is, and how it is started, is known in one place for the whole repository.
const { openBrowser, withBrowser, PATIENCE } = (await import(
  new URL('../../../../test/tools/chromium.mjs', import.meta.url).href
)) as { openBrowser(): Promise<Browser>; withBrowser: { skip: string | false }; PATIENCE: number }

const HOSTILE = '</script><img src=x onerror="document.title=\'taken\'">'

describe('in a browser', withBrowser, () => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-report-'))
  const file = join(folder, 'report.html')
  const faults: string[] = []
  let browser: Browser

  before(async () => {
    const section = { title: 'Basehock', paragraphs: ['All of it.'], tables: [table] }
    const hostile = {
      ...learningFigure,
      series: learningFigure.series.map((one) => ({ ...one, name: HOSTILE })),
    }
    writeFileSync(
      file,
      reportHtml({
        title: 'A report',
        intro: ['What was found.'],
        facts: [['date', '2025-11-15']],
        sections: [{ ...section, figures: [ratioFigure, heatFigure, rankFigure, hostile] }],
        json: { runs: 20 },
      }),
    )
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Opens the report, does something with it, and finds no complaint and no request of the page. */
  const opened = async (
    options: BrowserContextOptions,
    use: (page: Page) => Promise<void>,
  ): Promise<void> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    })
    context.setDefaultTimeout(PATIENCE)
    const page = await context.newPage()
    faults.length = 0
    page.on('console', (message) => faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('request', (request) => {
      const url = request.url()
      if (url !== pathToFileURL(file).href && !/^(blob|data):/.test(url)) faults.push(`asked for ${url}`)
    })
    try {
      await page.goto(pathToFileURL(file).href)
      await use(page)
      assert.deepEqual(faults, [])
    } finally {
      await context.close()
    }
  }
  const bytesOf = async (download: Download): Promise<Buffer> => {
    // A browser of another process hands over copies only.
    const copy = join(folder, `${++copies}`)
    await download.saveAs(copy)
    return readFileSync(copy)
  }
  let copies = 0
  const saved = async (page: Page, button: string): Promise<Download> => {
    const waiting = page.waitForEvent('download')
    await page.locator(button).click()
    return waiting
  }

  test('the figures are drawn at the width they have, and again when that changes', () =>
    opened({}, async (page) => {
      assert.equal(await page.locator('figure .plot > svg.chart').count(), 4)
      const drawn = async (): Promise<number> =>
        Number(await page.locator('.plot > svg').first().getAttribute('width'))
      const before = await drawn()
      assert.notEqual(before, 720)
      await page.setViewportSize({ width: 600, height: 900 })
      await page.waitForFunction(
        `document.querySelector('.plot > svg').getAttribute('width') !== '${before}'`,
      )
      assert.ok((await drawn()) < 600)
    }))

  test('arrow keys and the pointer tell the values', () =>
    opened({}, async (page) => {
      const plot = page.locator('.plot').first()
      const tip = plot.locator('.tip')
      await plot.focus()
      await page.keyboard.press('ArrowRight')
      const text = (await tip.textContent()) ?? ''
      for (const part of ['D-ADA', '1.0\u00a0%', 'F1', 'band', '20 runs'])
        assert.ok(text.includes(part), text)
      await page.keyboard.press('ArrowRight')
      assert.match((await tip.textContent()) ?? '', /D-ADA[\s\S]*2\.0\s%/)
      await page.keyboard.press('ArrowLeft')
      const ring = (await plot.locator('.ring').boundingBox())!
      await page.keyboard.press('Escape')
      assert.equal(await tip.isVisible(), false)

      await page.mouse.move(ring.x + ring.width / 2 + 3, ring.y + ring.height / 2)
      assert.equal(await tip.textContent(), text)
      await page.mouse.move(2, 2)
      assert.equal(await tip.isVisible(), false)

      for (const [k, words] of [
        [1, /F1 \d+\.\d\s%/],
        [2, /average rank/],
      ] as const) {
        await page.locator('.plot').nth(k).focus()
        await page.keyboard.press('ArrowRight')
        assert.match((await page.locator('.tip').nth(k).textContent()) ?? '', words)
      }
      await page.locator('.plot').nth(1).focus()
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key)
      assert.match(
        (await page.locator('.tip').nth(1).textContent()) ?? '',
        /smoothing b 10⁻⁴step size η 10⁻⁴/,
      )
    }))

  test('a finger tells the values, until it touches something else', () =>
    opened({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 900 } }, async (page) => {
      const tip = page.locator('.tip').first()
      await page
        .locator('.plot')
        .first()
        .tap({ position: { x: 200, y: 100 } })
      assert.match((await tip.textContent()) ?? '', /share of labels asked for \d/)
      assert.equal(await tip.isVisible(), true)
      await page.locator('h1').tap()
      assert.equal(await tip.isVisible(), false)
    }))

  test('the legend hides and shows series, by mouse and by keyboard', () =>
    opened({}, async (page) => {
      const button = page.locator('.legend button').nth(1)
      const lines = page.locator('.plot').first().locator('svg [stroke="var(--series2)"]')
      const state = async (): Promise<unknown[]> => [
        await button.getAttribute('aria-pressed'),
        (await lines.count()) > 0,
      ]
      assert.deepEqual(await state(), ['true', true])
      await button.click()
      assert.deepEqual(await state(), ['false', false])
      await button.click()
      assert.deepEqual(await state(), ['true', true])
      await button.focus()
      await page.keyboard.press('Space')
      assert.deepEqual(await state(), ['false', false])
      await page.keyboard.press('Enter')
      assert.deepEqual(await state(), ['true', true])
    }))

  test('a figure is saved as SVG, with what is shown of it', () =>
    opened({ colorScheme: 'dark' }, async (page) => {
      await page.locator('.legend button').nth(1).click()
      const download = await saved(page, '#figure-1 [data-save=svg]')
      assert.equal(download.suggestedFilename(), 'ratio-basehock.svg')
      const svg = String(await bytesOf(download))
      assertWellFormed(svg)
      assert.ok(svg.includes('>D-ADA</text>') && svg.includes('<title>') && !svg.includes('var('))
      assert.ok(!svg.includes('>SOAL-diag</text>'))
      const root = await page.evaluate(
        `new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml').documentElement.nodeName`,
      )
      assert.equal(root, 'svg')
    }))

  test('a figure is saved as PNG, and there is something on it', () =>
    opened({}, async (page) => {
      for (const [k, id] of ['ratio-basehock', 'parameters-d-ada', 'ranks'].entries()) {
        const download = await saved(page, `#figure-${k + 1} [data-save=png]`)
        assert.equal(download.suggestedFilename(), `${id}.png`)
        const png = await bytesOf(download)
        assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n')
        assert.equal(png.readUInt32BE(16), 1440, 'twice as wide as the drawing')
        const dark = await page.evaluate(`(async () => {
          const image = new Image()
          image.src = 'data:image/png;base64,${png.toString('base64')}'
          await image.decode()
          const canvas = document.createElement('canvas')
          const context = Object.assign(canvas, { width: 360, height: 240 }).getContext('2d')
          context.drawImage(image, 0, 0, 360, 240)
          const { data } = context.getImageData(0, 0, 360, 240)
          return data.filter((value, k) => k % 4 === 0 && value < 160).length
        })()`)
        assert.ok(Number(dark) > 200, `${id} has ${dark} dark dots`)
      }
    }))

  test('the results are saved as JSON', () =>
    opened({}, async (page) => {
      const download = await saved(page, '[data-save=json]')
      assert.deepEqual(JSON.parse(String(await bytesOf(download))), { runs: 20 })
    }))

  test('it fits every width', () =>
    opened({}, async (page) => {
      for (const width of [360, 390, 768, 1600]) {
        await page.setViewportSize({ width, height: 900 })
        // It is drawn again after the size has changed.
        await page.waitForFunction(`document.documentElement.scrollWidth === ${width}`)
      }
    }))

  for (const colorScheme of ['light', 'dark'] as const)
    test(`${colorScheme}: text stands out from its ground`, () =>
      opened({ colorScheme }, async (page) => {
        const contrasts = (await page.evaluate(`(() => {
          const light = (colour) => {
            const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => {
              const value = part / 255
              return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
            })
            return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
          }
          const ground = (element) => {
            const colour = getComputedStyle(element).backgroundColor
            return /, 0\\)$/.test(colour) ? ground(element.parentElement) : colour
          }
          const chosen = 'h1, h2, h3, p, dt, dd, th, td, .spread, summary, .legend b, .save, #figure-1 .plot text'
          return [...document.querySelectorAll(chosen)].map((element) => {
            const style = getComputedStyle(element)
            const text = light(element.ownerSVGElement ? style.fill : style.color)
            const behind = light(ground(element.ownerSVGElement ? element.closest('.plot') : element))
            return [element.textContent, Math.max(text, behind) / Math.min(text, behind)]
          })
        })()`)) as [string, number][]
        assert.ok(contrasts.length > 50)
        for (const [text, contrast] of contrasts) assert.ok(contrast >= 4.2, `${text}: ${contrast}`)
        const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
        assert.equal(ground, colorScheme === 'dark' ? 'rgb(18, 19, 22)' : 'rgb(250, 249, 246)')
      }))

  test('names of strangers do nothing', () =>
    opened({}, async (page) => {
      assert.equal(await page.title(), 'A report')
      assert.equal(await page.locator('img').count(), 0)
      assert.equal(await page.locator('#figure-4 .legend b').first().textContent(), HOSTILE)
    }))

  test('without scripts the figures are there, and no button that does nothing', () =>
    opened({ javaScriptEnabled: false, viewport: { width: 390, height: 900 } }, async (page) => {
      assert.equal(await page.locator('.plot > svg').count(), 4)
      assert.equal(await page.locator('.legend span[data-series]').count(), ratioFigure.series.length + 3)
      assert.equal(await page.locator('button:visible').count(), 0)
      const box = await page.locator('.plot > svg').first().boundingBox()
      assert.ok(box && box.width > 300 && box.width <= 390)
    }))
})
