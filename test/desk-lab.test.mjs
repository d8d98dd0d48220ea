// Algorithms are compared on a file in the browser, and the file stays there.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { Random } from '@askance/core/internals'
import { browserFor, served, temporary, watchedPage, withBrowser } from './tools/pages.mjs'

/** Two clouds of points that overlap a little. */
const table = (rows) => {
  const random = new Random(3, 'test/desk-lab')
  const lines = Array.from({ length: rows }, () => {
    const label = random.uniform() < 0.4 ? 'yes' : 'no'
    const at = label === 'yes' ? 1 : -1
    return [random.normal() + at, random.normal() - at, random.normal(), label].join(',')
  })
  return `x,y,z,label\n${lines.join('\n')}\n`
}

test(
  'compares algorithms on a file in the browser and opens the stream form with the result',
  withBrowser,
  async (t) => {
    const path = temporary(t)
    const { url } = await served(t, path('lab.sqlite'))
    const { page, problems } = await watchedPage(await browserFor(t), url)
    const sent = []
    await page.goto(`${url}/lab`)
    const file = page.locator('input[type=file]').first()

    writeFileSync(path('broken.libsvm'), '+1 1:1 2:x\n')
    await file.setInputFiles(path('broken.libsvm'))
    await page
      .getByRole('main')
      .getByText(/line 1/i)
      .first()
      .waitFor()

    const tickets = Array.from({ length: 60 }, (_, k) => `${k % 3},q${k % 2},the bus ${k} is late`)
    writeFileSync(path('tickets.csv'), `level,queue,note\n${tickets.join('\n')}\n`)
    await file.setInputFiles(path('tickets.csv'))
    await page.getByText('60 items without a label').waitFor()
    await page.getByLabel('Column of the labels').selectOption('level')
    await page.getByText('tickets.csv loaded: 60 items, 3 classes.').waitFor({ state: 'attached' })

    writeFileSync(path('points.csv'), table(600))
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await file.setInputFiles(path('points.csv'))
    await page.getByText('points.csv').first().waitFor()
    await page.getByRole('checkbox', { name: /^D-AMD/ }).check()
    await page.getByRole('button', { name: /^(Compare|Run)/ }).click()
    await page.getByRole('heading', { name: 'Reproduce this run' }).waitFor({ timeout: 120_000 })
    await page.getByText(/askance compare points\.csv/).waitFor()
    assert.deepEqual(
      sent.filter((request) => !/^GET \/assets\//.test(request)),
      [],
    )

    const row = page.getByRole('row', { name: /D-AMD/ }).first()
    await row.getByRole('link', { name: /Use/ }).click()
    await page.getByRole('heading', { name: 'New stream' }).waitFor()
    assert.equal(await page.getByLabel('Algorithm').inputValue(), 'D-AMD')
    await page.getByText('yes', { exact: true }).first().waitFor()
    assert.deepEqual(problems, [])
  },
)
