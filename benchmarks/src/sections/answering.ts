import { join } from 'node:path'
import { VERSION } from '@askance/core'
import { deskAssets } from '@askance/desk/assets'
import { createApp, createService, defaultConfig, defaultSettings, openStore } from '@askance/server'
import type { Page } from 'playwright-core'
import { withBrowser } from '../service/browser.js'
import { withTempFolder } from '../service/folder.js'
import { type Section, times } from './section.js'

const by = { by: 'sender' }

/** Mails of a few hundred words, all of them asked about. */
const mailOf = (k: number) => ({
  id: `mail-${k}`,
  text: Array.from({ length: 300 }, (_, n) => `word${(k * 7 + n * 13) % 997}`).join(' '),
  meta: { subject: `Letter ${k}`, from: 'Jo <jo@example.org>', date: '2026-01-05T10:00:00Z' },
})

/**
 * Presses a key inside the page and measures the time until the frame that shows the next item, or until the next frame
 * for a key that does nothing.
 */
const pressed = (page: Page, key: string, isAnswer: boolean): Promise<number> =>
  page.evaluate(
    ([name, wanted]) =>
      new Promise<number>((resolve) => {
        const subject = () => document.querySelector('.card-head h1')?.textContent
        const before = subject()
        const from = performance.now()
        const look = (): void => {
          if (wanted && subject() === before) requestAnimationFrame(look)
          // A frame is painted after its callbacks, so a message event fires once it is painted.
          else {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now() - from)
            port2.postMessage(undefined)
          }
        }
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
        )
        requestAnimationFrame(look)
      }),
    [key, isAnswer] as const,
  )

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const answering: Section = {
  name: 'answering',
  title: 'From an answer to the next item, in Chromium over loopback',
  run: ({ quick }) =>
    withTempFolder(async (folder) => {
      const answers = quick ? 20 : 100
      const store = await openStore(join(folder, 'answering.sqlite'))
      const settings = { ...defaultSettings, anonymous: true, logLevel: 'silent' }
      const service = createService({ settings, store })
      const config = { ...defaultConfig, seed: 1, classes: ['ham', 'spam'], budget: { ratio: 1 } }
      await service.createStream('mail', config)
      const items = Array.from({ length: answers + 50 }, (_, k) => mailOf(k))
      await service.run('mail', 'observe', { items }, by)
      const app = await createApp({ service, settings, version: VERSION, assets: deskAssets() })
      const url = await app.listen({ port: 0, host: '127.0.0.1' })
      const spent = await withBrowser(async (page) => {
        await page.goto(`${url}/desk/mail`)
        await page.locator('.answer:not([disabled])').first().waitFor()
        const found = { nothing: [] as number[], answer: [] as number[] }
        for (let n = 0; n < answers; n++) {
          found.nothing.push(await pressed(page, 'F9', false))
          found.answer.push(await pressed(page, '1', true))
          await page.waitForTimeout(100)
        }
        return found
      })
      await app.close()
      await service.close()
      await store.close()
      const shown = (values: readonly number[]): string => {
        const worst = [...values].sort((a, b) => b - a)[0] ?? Number.NaN
        return `${median(values).toFixed(1)} ms, the median of ${values.length}; slowest ${worst.toFixed(0)} ms`
      }
      const ratio = median(spent.answer) / median(spent.nothing)
      return [
        {
          measurement: 'a key that does nothing, to the next frame',
          result: shown(spent.nothing),
          ratio: '1',
          target: '',
        },
        {
          measurement: 'an answer, to the frame with the next item',
          result: shown(spent.answer),
          ratio: times(ratio),
          slowness: { name: 'the next item', ratio },
          target: 'below 50 ms',
        },
      ]
    }),
}
