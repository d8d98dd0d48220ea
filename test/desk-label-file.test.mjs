// A file in the browser: dropped, its columns corrected, labelled by two people, and exported.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  askance,
  browserFor,
  readFrom,
  served,
  temporary,
  until,
  watchedPage,
  withBrowser,
} from './tools/pages.mjs'

const ROWS = 100
const ANSWERS = 30

/** What tickets of each class are about. */
const kinds = {
  billing: 'the invoice shows a wrong amount and the refund is missing',
  bug: 'the app crashes with an error after the update',
  shipping: 'the parcel has not arrived and the courier lost it',
}
const classes = Object.keys(kinds)
const places = ['Köln', 'Łódź', 'São Paulo', 'Zürich', 'Graz', 'Århus', 'Brno']

/** A table as spreadsheets of some countries write it. */
const table = () => {
  const pad = (n) => String(n).padStart(2, '0')
  const rows = Array.from({ length: ROWS }, (_, k) => {
    const text = `Hello from ${places[k % 7]} ${k},\n${kinds[classes[k % 3]]}; "please" help`
    return [
      `T-${1000 + k}`,
      `${pad(1 + (k % 28))}.${pad(1 + (k % 12))}.2025`,
      `${k},${pad(k)}`,
      ['mail', 'phone', 'web'][(k * 7) % 3],
      `"${text.replaceAll('"', '""')}"`,
    ].join(';')
  })
  return `\uFEFFTicket-ID;Eingang;Betrag;Kategorie;Nachricht\r\n${rows.join('\r\n')}\r\n`
}

/** Drops a file on the page. */
const drop = async (page, name, content) => {
  const transfer = await page.evaluateHandle(
    ({ name, content }) => {
      const data = new DataTransfer()
      data.items.add(new File([content], name))
      return data
    },
    { name, content },
  )
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
}

test('a file is dropped, labelled by two people and exported', withBrowser, async (t) => {
  const file = temporary(t)
  const { url } = await served(t, file('label.sqlite'))
  const browser = await browserFor(t)
  const { page, context, problems } = await watchedPage(browser, url, { acceptDownloads: true })
  await page.goto(`${url}/new`)

  await t.test('a file that cannot be read is refused with its position', async () => {
    await page.getByRole('heading', { name: 'Label a file' }).waitFor()
    await drop(page, 'bad.csv', 'id,text,label\n1,"a",x\n2,"b"c,y\n')
    await page.getByText('bad.csv, line 3').waitFor()
  })

  await t.test('an object around the records, and one text per line, are read', async () => {
    const records = [{ text: 'one of two' }, { text: 'two of two' }]
    await drop(page, 'response.json', JSON.stringify({ total: 2, results: records }, null, 2))
    await page.getByText('2 items').waitFor()
    await drop(page, 'notes.txt', 'first note\n\nsecond note\nthird note\n')
    await page.getByText('3 items').waitFor()
    await page.getByText('second note').waitFor()
  })

  await t.test('the columns are shown and can be corrected', async () => {
    await drop(page, 'tickets.csv', table())
    await page.getByText(`${ROWS} items`).waitFor()
    const role = (name) => page.getByRole('combobox', { name: `Use of ${name}` })
    const roles = async () =>
      Promise.all(
        ['Ticket-ID', 'Eingang', 'Betrag', 'Kategorie', 'Nachricht'].map((name) => role(name).inputValue()),
      )
    assert.deepEqual(await roles(), ['id', 'date', 'number', 'label', 'text'])
    assert.equal(await page.locator('.chip').count(), 3)
    assert.deepEqual(await page.locator('tr[data-role="date"] .samples span').allTextContents(), [
      '01.01.2025',
      '02.02.2025',
      '03.03.2025',
    ])
    // The channel of a ticket is not its class.
    await role('Kategorie').selectOption('category')
    await page.getByText('no labels').waitFor()
    assert.deepEqual(await roles(), ['id', 'date', 'number', 'category', 'text'])
    assert.equal(await page.locator('.chip').count(), 0)
  })

  await t.test('classes, a limit and examples start the labelling', async () => {
    await page.getByRole('button', { name: 'Start labelling' }).click()
    await page.getByText('Fix 1 error above.').waitFor()
    await page.getByLabel('Classes').fill(`${classes.join(', ')},`)
    await page.getByLabel('Number of labels').fill(String(ANSWERS))
    await page.getByText('Examples').click()
    await page.getByLabel('Find items in the file').fill('parcel zürich')
    const found = page.locator('.found li')
    await found.first().waitFor()
    await found.first().getByRole('combobox').selectOption('shipping')
    await page.getByLabel('Or paste texts').fill('crash on start\n\nerror 500')
    await page.getByLabel('Class of the pasted texts').selectOption('bug')
    await page.getByRole('button', { name: 'Add 2 texts' }).click()
    await page.getByRole('button', { name: 'Start labelling' }).click()
    await page.waitForURL(`${url}/desk/tickets`)
    const { config, counts } = await readFrom(url, '/v1/streams/tickets')
    assert.equal(config.protocol, 'pool')
    assert.deepEqual(config.budget, { total: ANSWERS })
    assert.deepEqual([counts.items, counts.taught], [ROWS, 3])
  })

  await t.test('two people answer by keyboard', async () => {
    const other = await watchedPage(browser, url)
    await other.page.addInitScript(() => localStorage.setItem('askance-name', 'Ole'))
    await other.page.goto(`${url}/desk/tickets`)
    const given = new Map([page, other.page].map((desk) => [desk, 0]))
    const isShown = async (desk) => (await desk.locator('.card-body').count()) > 0
    const isSpent = async () => (await readFrom(url, '/v1/streams/tickets')).counts.spent === ANSWERS
    /** Whoever is next; at the end the last questions may all be with the other person. */
    const deskFor = async (mine, theirs) => {
      if (await isShown(mine)) return mine
      return (await isSpent()) && (await isShown(theirs)) ? theirs : undefined
    }
    const isDone = async () => (await readFrom(url, '/v1/streams/tickets')).counts.answers === ANSWERS
    // A key that meets a card which is about to be replaced answers nothing: what counts is what the service has.
    for (let k = 0; ; k++) {
      const pages = [page, other.page]
      let desk
      await until(async () => {
        desk = await deskFor(pages[k % 2], pages[1 - (k % 2)])
        return desk !== undefined || (await isDone())
      })
      if (desk === undefined) break
      const text = await desk.locator('.card-body').textContent()
      await desk.keyboard.press(String(1 + classes.findIndex((name) => text.includes(kinds[name]))))
      given.set(desk, given.get(desk) + 1)
      await desk.waitForFunction(
        (before) => document.querySelector('.card-body')?.textContent !== before,
        text,
      )
    }
    assert.ok([...given.values()].every((count) => count > ANSWERS / 4))
    assert.deepEqual(other.problems, [])
    await other.context.close()
  })

  await t.test('the dashboard of a pool says how far it is', async () => {
    await page.goto(`${url}/dashboard/tickets`)
    await page.getByText('Estimated accuracy of all labels').waitFor()
    await page.getByText(`${ANSWERS} of ${ANSWERS}, all spent`).waitFor()
    await page.getByText('Too early to tell whether to stop').waitFor()
    await page.getByText('Questions by reason').first().waitFor()
    assert.equal(await page.getByText('random asking').count(), 0)
  })

  await t.test('the exported file can be read, with all labels', async () => {
    await page.getByText('Export', { exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'tickets.labelled.csv')
    const path = file('tickets.labelled.csv')
    await download.saveAs(path)
    const check = [askance, 'data', 'check', path, '--json']
    const read = JSON.parse(execFileSync(process.execPath, check, { encoding: 'utf8' }))
    const label = read.understanding.columns.find(({ spec }) => spec === 'label')
    assert.deepEqual([read.instances, read.labelled, label.name], [ROWS, ROWS, 'label'])
    assert.deepEqual(Object.keys(read.classSizes).sort(), classes)
    const exported = readFileSync(path, 'utf8')
    // The columns and the values are those of the file, and the labels follow.
    assert.ok(exported.startsWith(`${table().split('\r\n', 1)[0]};label;probability;`))
    assert.ok(exported.includes('\nT-1001;02.02.2025;1,01;phone;"Hello from Łódź 1,\n'))
    // The example was taken from the file, so its label is known as well.
    assert.equal(exported.match(/;answer;/g).length, ANSWERS + 1)
    assert.deepEqual(problems, [])
  })
  await context.close()
})
