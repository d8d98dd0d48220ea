// Large label sets, lists of items, the review and invitations.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  askance,
  browserFor,
  readFrom,
  send as sendTo,
  started,
  temporary,
  until,
  watchedPage,
  withBrowser,
} from './tools/pages.mjs'
import { violations } from './tools/violations.mjs'

const topics =
  'card top_up transfer cash_withdrawal refund pin exchange identity account directDebit fee'.split(' ')
const troubles = 'arrival not_working pending declined limit wrong_amount cancelled'.split(' ')
/** 77 classes, named like those of a bank. */
const classes = topics.flatMap((topic) => troubles.map((trouble) => `${topic}_${trouble}`))

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' }

test('label sets of any size on the desk', withBrowser, async (t) => {
  const store = temporary(t)('labels.sqlite')
  const service = await started(t, process.execPath, [askance, 'serve', '--port', '0', '--store', store])
  const { url } = service
  const owner = await service.until(/^ask_[\w-]{40,}$/m)
  const browser = await browserFor(t)
  const by = (token) => ({ authorization: `Bearer ${token}` })
  const read = (path) => readFrom(url, path, { headers: by(owner) })
  const send = (path, body, token = owner) => sendTo(url, path, body, 'POST', by(token))
  const opened = async (path, { token = owner, allowed = [], ...options } = {}) => {
    const watched = await watchedPage(browser, url, options, allowed)
    if (token)
      await watched.page.addInitScript((given) => localStorage.setItem('askance-token', given), token)
    await watched.page.goto(`${url}${path}`)
    return watched
  }
  const createStream = async (id, given, count, options = {}) => {
    await send('/v1/streams', { id, classes: given, budget: { ratio: 1 }, measure: 0, seed: 1, ...options })
    const items = Array.from({ length: count }, (_, k) => ({
      id: `${id}-${k}`,
      text: `My ${given[k % given.length].replaceAll('_', ' ')} case number ${k}.`,
    }))
    await send(`/v1/streams/${id}/items`, { items })
  }
  const answers = async (stream) => (await read(`/v1/streams/${stream}`)).counts.answers
  /** The labels of a stream, by item. */
  const labelsOf = async (stream) => {
    const { items } = await read(`/v1/streams/${stream}/items?limit=100`)
    return Object.fromEntries(items.flatMap(({ id, answer }) => (answer === undefined ? [] : [[id, answer]])))
  }

  await t.test('with 77 classes, letters search and Enter answers', async () => {
    await createStream('bank', classes, 40)
    const { page, context, problems } = await opened('/desk/bank')
    const options = page.getByRole('option')
    const search = page.getByRole('combobox')
    await options.first().waitFor()
    assert.equal(await options.count(), 77)
    const item = () => page.locator('.card-body').textContent()

    const shown = await item()
    await page.keyboard.type('card')
    assert.equal(await search.inputValue(), 'card')
    assert.deepEqual(new Set(await options.allTextContents()), new Set(classes.slice(0, 7)))
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    assert.equal(await search.inputValue(), '')
    assert.equal(await options.count(), 77)
    assert.equal(await item(), shown)

    // Enter alone chooses nothing.
    await search.focus()
    await page.keyboard.press('Enter')
    assert.equal(await item(), shown)
    await page.keyboard.type('refund wrong')
    await page.keyboard.press('Enter')
    await until(async () => (await answers('bank')) === 1)
    assert.deepEqual(Object.values(await labelsOf('bank')), ['refund_wrong_amount'])

    // The letters with an action of their own search, too; the arrows choose among the matches.
    await page.keyboard.type('urg')
    assert.equal(await search.inputValue(), 'urg')
    await page.keyboard.press('Escape')
    await page.keyboard.type('pin')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    const active = page.locator('.class-option[aria-selected="true"]')
    const chosen = await active.textContent()
    assert.notEqual(chosen, 'pin_arrival')
    await page.keyboard.press('Enter')
    await until(async () => (await answers('bank')) === 2)
    assert.ok(Object.values(await labelsOf('bank')).includes(chosen))
    await page.keyboard.press('Backspace')
    await until(async () => (await answers('bank')) === 1)
    await page.keyboard.press(',')
    await page.keyboard.press('.')
    await page.getByText('Suggestion:').waitFor()
    assert.deepEqual(problems, [])
    await context.close()
  })

  await t.test(
    'accept or reject: a rejection leads to the next class, the list or the other class',
    async () => {
      await createStream('news', ['sport', 'business', 'science', 'world', 'arts'], 12)
      const { page, context, problems } = await opened('/desk/news')
      await page.getByRole('button', { name: 'Yes or no' }).click()
      const question = page.locator('#confirm-question')
      const asked = async () => /^Is this (.*)\?$/.exec(await question.textContent())[1]
      const first = await asked()
      assert.deepEqual(await violations(page), [])
      await page.keyboard.press('y')
      await until(async () => (await answers('news')) === 1)
      assert.deepEqual(Object.values(await labelsOf('news')), [first])

      // No keys of classes here, so they cannot be hit by mistake.
      await page.keyboard.press('1')
      const seen = [await asked()]
      await page.keyboard.press('n')
      seen.push(await asked())
      await page.keyboard.press('n')
      seen.push(await asked())
      assert.equal(new Set(seen).size, 3)
      await page.keyboard.press('Backspace')
      assert.equal(await asked(), seen[1])
      await page.keyboard.press('n')
      await page.keyboard.press('n')
      await page.locator('.answer.of-class').nth(4).waitFor()
      await page.keyboard.press('5')
      await until(async () => (await answers('news')) === 2)
      assert.ok(Object.values(await labelsOf('news')).includes('arts'))

      // The mode is remembered, and with two classes a rejection is an answer.
      await createStream('mail', ['ham', 'spam'], 6)
      await page.goto(`${url}/desk/mail`)
      const rejected = await asked()
      await page.keyboard.press('n')
      await until(async () => (await answers('mail')) === 1)
      assert.deepEqual(
        Object.values(await labelsOf('mail')),
        ['ham', 'spam'].filter((label) => label !== rejected),
      )
      assert.deepEqual(problems, [])
      await context.close()
    },
  )

  await t.test('on a phone, the search box opens over the page, and items can be exported', async () => {
    const { page, context, problems } = await opened('/desk/bank', phone)
    const search = page.getByRole('combobox')
    await page.getByRole('option').first().waitFor()
    await search.tap()
    assert.equal((await page.locator('.class-picker').boundingBox()).y, 0)
    await search.pressSequentially('debit lim')
    const before = await answers('bank')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('option').first().tap()
    await until(async () => (await answers('bank')) === before + 1)
    assert.ok(Object.values(await labelsOf('bank')).includes('directDebit_limit'))
    await page.waitForFunction(() => document.querySelector('.class-picker').getBoundingClientRect().y > 0)
    await page.locator('.phone-top .export > summary').tap()
    const format = page.locator('.phone-top').getByRole('button', { name: 'Parquet' })
    await format.waitFor()
    const { x, width } = await format.boundingBox()
    assert.ok(x >= 0 && x + width <= phone.viewport.width)
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    assert.deepEqual(problems, [])
    await context.close()
  })

  await t.test('finds items, labels many at once and undoes it as one', async () => {
    const { page, context, problems } = await opened('/items/news?status=answered')
    const rows = page.locator('.item-list tbody tr')
    const before = await labelsOf('news')
    await rows.nth(1).waitFor()
    assert.equal(await rows.count(), 2)
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('searchbox').fill('case number 1')
    await page.waitForFunction(() => document.querySelectorAll('.item-list tbody tr').length === 3)
    assert.match(page.url(), /\?search=case\+number\+1$/)
    await rows.nth(0).getByRole('checkbox').check()
    await rows
      .nth(2)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    const bar = page.getByRole('region', { name: 'Selected items' })
    await bar.getByText('3 selected').waitFor()
    await bar.getByRole('button', { name: 'Label as' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'arts' }).click()
    await bar.getByText('labelled as arts').waitFor()
    const after = await labelsOf('news')
    for (const id of ['news-1', 'news-10', 'news-11']) assert.equal(after[id], 'arts', id)
    await bar.getByRole('button', { name: 'Undo' }).click()
    await bar.getByText('restored').waitFor()
    assert.deepEqual(await labelsOf('news'), before)
    assert.deepEqual(problems, [])
    await context.close()
  })

  let invited
  await t.test('invites a labeller by a link that signs in and shows the desk', async () => {
    await createStream('pairs', ['cat', 'dog'], 6, { answersPerItem: 2 })
    const { page, context, problems } = await opened('/people/pairs')
    await page.getByLabel('Name').fill('Dan')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.locator('.invite-link code').textContent()
    assert.match(link, /\/join#ask_/)
    invited = link.split('#')[1]
    assert.deepEqual(await violations(page), [])

    const guest = await opened(new URL(link).pathname + new URL(link).hash, {
      token: '',
      allowed: [/status of 401/],
    })
    await guest.page.locator('.answer:not([disabled])').first().waitFor()
    assert.equal(guest.page.url(), `${url}/desk/pairs`)
    await guest.page.keyboard.press('1')
    const labellers = () => read('/v1/streams/pairs/labellers')
    await until(async () => (await labellers()).labellers.some(({ name }) => name === 'Dan'))

    // Labels of others are not Dan's to change.
    const asDan = (answersOfDan) => send('/v1/streams/news/answers', { answers: answersOfDan }, invited)
    await assert.rejects(asDan([{ id: 'news-0', label: 'arts' }]), /403/)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Nobody has been invited').waitFor()
    const late = await opened('/join', { token: '', allowed: [/status of 401/] })
    await late.page.goto(link)
    await late.page.getByText('has expired or was revoked').waitFor()
    assert.equal(late.page.url(), `${url}/join`)
    assert.deepEqual([...problems, ...guest.problems, ...late.problems], [])
    for (const one of [context, guest.context, late.context]) await one.close()
  })

  await t.test('a disagreement is settled with one key', async () => {
    const token = {}
    for (const name of ['Ada', 'Ben']) token[name] = (await send('/v1/streams/pairs/invites', { name })).token
    for (const [name, label] of [
      ['Ada', 'cat'],
      ['Ben', 'dog'],
    ])
      await send('/v1/streams/pairs/answers', { answers: [{ id: 'pairs-5', label }] }, token[name])
    const { page, context, problems } = await opened('/review/pairs')
    await page.getByText('Not settled yet').waitFor()
    const choices = page.getByRole('group', { name: 'Labels' }).getByRole('button')
    assert.deepEqual(new Set(await choices.locator('b').allTextContents()), new Set(['cat', 'dog']))
    const chosen = await choices.locator('b').nth(1).textContent()
    await page.keyboard.press('2')
    await page.getByText('Nothing to review').waitFor()
    // Undo at once, although the label may still be on its way.
    await page.keyboard.press('Backspace')
    await page.getByText('Not settled yet').waitFor()
    assert.equal((await labelsOf('pairs'))['pairs-5'], undefined)
    await page.keyboard.press('2')
    await page.getByText(`Settled as ${chosen}`).waitFor()
    assert.equal((await labelsOf('pairs'))['pairs-5'], chosen)
    await page.keyboard.press('Backspace')
    await page.getByText('Not settled yet').waitFor()
    assert.equal((await labelsOf('pairs'))['pairs-5'], undefined)
    assert.deepEqual(problems, [])
    await context.close()
  })
})
