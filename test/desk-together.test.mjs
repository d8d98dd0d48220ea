// Two people at the same stream.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  browserFor,
  readFrom,
  send,
  served,
  temporary,
  until,
  watchedPage,
  withBrowser,
} from './tools/pages.mjs'

const MAILS = 40
/** Long enough for a page that a busy machine holds up; one lease is waited for. */
const LEASE_SECONDS = 15

const mailOf = (k) => ({
  id: `mail-${k}`,
  text: `Dear desk, this is letter number ${k}.`,
  meta: { subject: `Letter ${k}`, from: 'Jo', date: '2026-01-05T10:00:00Z' },
})

test(
  'two people never see the same question; what one leaves behind comes back to the other',
  withBrowser,
  async (t) => {
    const { url } = await served(t, temporary(t)('together.sqlite'))
    const classes = ['ham', 'spam']
    await send(url, '/v1/streams', {
      id: 'mail',
      classes,
      budget: { ratio: 1 },
      measure: 0,
      leaseSeconds: LEASE_SECONDS,
      seed: 1,
    })
    const items = Array.from({ length: MAILS }, (_, k) => mailOf(k))
    await send(url, '/v1/streams/mail/items', { items })

    const browser = await browserFor(t)
    const personAt = async (name) => {
      const watched = await watchedPage(browser, url, {}, [/ERR_INTERNET_DISCONNECTED/])
      await watched.page.addInitScript((given) => localStorage.setItem('askance-name', given), name)
      await watched.page.goto(`${url}/desk/mail`)
      const subject = watched.page.locator('.card-head h1')
      const seen = []
      return {
        ...watched,
        seen,
        /** Reads the letter on the desk. */
        look: async () => {
          await subject.waitFor()
          const letter = await subject.textContent()
          if (seen.at(-1) !== letter) seen.push(letter)
          return letter
        },
        answer: async () => {
          const before = await subject.textContent()
          await watched.page.keyboard.press('1')
          await watched.page.waitForFunction(
            (text) => document.querySelector('.card-head h1')?.textContent !== text,
            before,
          )
        },
      }
    }
    const ida = await personAt('Ida')
    const ole = await personAt('Ole')
    for (let n = 0; n < 8; n++)
      for (const person of [ida, ole]) {
        await person.look()
        await person.answer()
      }
    const both = ida.seen.filter((letter) => ole.seen.includes(letter))
    assert.deepEqual(both, [])
    assert.deepEqual([ida.seen.length, ole.seen.length], [8, 8])

    // Ida closes her laptop: nothing is given back, and no sign of life comes any more.
    const left = await ida.look()
    await ida.context.setOffline(true)
    const answers = async () => (await readFrom(url, '/v1/streams/mail')).counts.answers
    await until(async () => {
      if (await ole.page.locator('.card-head h1').count()) {
        await ole.look()
        await ole.answer()
      }
      return (await answers()) >= MAILS
    })
    assert.ok(ole.seen.includes(left), `${left} came back`)
    assert.equal(await answers(), MAILS)
    assert.equal(new Set(ole.seen).size, ole.seen.length)
    assert.deepEqual(ole.problems, [])
  },
)
