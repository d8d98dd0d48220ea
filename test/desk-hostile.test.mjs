// Mails that would take over the page if they could.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserFor, loaded, send, served, temporary, watchedPage, withBrowser } from './tools/pages.mjs'

const bodies = [
  '<script>window.taken = 1</script>',
  '<img src=x onerror="window.taken = 2">',
  '<svg onload="window.taken = 3"><animate onbegin="window.taken = 3" attributeName=x dur=1s>',
  '<a href="javascript:window.taken=4">click</a> javascript:window.taken=4',
  '<iframe srcdoc="<script>parent.taken = 5</script>"></iframe>',
  '"><details open ontoggle="window.taken = 6"><style>body{display:none}</style>',
  '<math><mtext></p><script>window.taken = 7</script>',
  '<form action="javascript:window.taken=8"><button>ok</button></form><base href="https://evil.example/">',
]
const hostile = '"><img src=x onerror="window.taken=9">'

const mailOf = (body, k) => ({
  id: `${k} <b>${hostile}`,
  text: `Content-Type: text/html\nSubject: ${hostile}\nFrom: ${hostile}\n\n${body}\n${body}`,
  meta: { subject: `${hostile} ${k}`, from: `${hostile} <x@evil.example>`, date: hostile },
})

test('shows hostile content without executing it', withBrowser, async (t) => {
  const { url } = await served(t, temporary(t)('hostile.sqlite'))
  await send(url, '/v1/streams', {
    id: 'mail',
    title: hostile,
    guidelines: hostile,
    classes: [`ham ${hostile}`, 'spam'],
    budget: { ratio: 1 },
    seed: 1,
  })
  const address = { id: 'address', text: 'javascript:alert(1)//https://evil.example/?q=<script>' }
  await send(url, '/v1/streams/mail/items', { items: [...bodies.map(mailOf), address] })
  const browser = await browserFor(t)
  const { page, problems } = await watchedPage(browser, url)
  page.on('dialog', () => problems.push('a dialog'))
  const taken = () =>
    page.evaluate(() => ({
      taken: window.taken,
      strange: document.querySelectorAll(
        'main script, main iframe, main base, main style, main form[action], img[src="x"], [onerror], [onload], [ontoggle], a[href^="javascript"]',
      ).length,
    }))
  const nothing = { taken: undefined, strange: 0 }
  for (const view of Object.keys(loaded)) {
    await page.goto(`${url}${view}`)
    await loaded[view](page).first().waitFor()
    assert.deepEqual(await taken(), nothing, view)
  }

  await page.goto(`${url}/desk/mail`)
  for (let n = 0; n <= bodies.length; n++) {
    await page.locator('.answer:not([disabled])').first().waitFor()
    await page.keyboard.press('r')
    assert.deepEqual(await taken(), nothing, `mail ${n}`)
    await page.keyboard.press('1')
  }
  assert.deepEqual(problems, [])
})

test('the content security policy blocks injected markup', withBrowser, async (t) => {
  const { url } = await served(t, temporary(t)('policy.sqlite'))
  const { page } = await watchedPage(await browserFor(t), url)
  await page.addInitScript(() => {
    window.complaints = []
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      window.complaints.push(effectiveDirective),
    )
  })
  // As if the service itself had written the mails into its page.
  await page.route(`${url}/`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<body>', `<body>${bodies.join('\n')}`)
    await route.fulfill({ response, body })
  })
  await page.goto(url)
  await page.getByRole('main').waitFor()
  const tried = await page.evaluate(async () => {
    let markup = 'done'
    try {
      document.body.innerHTML += '<img src=x onerror="window.taken = 10">'
    } catch (error) {
      markup = error.name
    }
    const elsewhere = await fetch('https://evil.example/').then(
      () => 'done',
      (error) => error.name,
    )
    const picture = await new Promise((resolve) => {
      const image = new Image()
      image.onload = () => resolve('done')
      image.onerror = () => resolve('blocked')
      image.src = 'https://evil.example/x.png'
    })
    return { markup, elsewhere, picture, taken: window.taken, complaints: window.complaints }
  })
  assert.equal(tried.taken, undefined)
  assert.deepEqual([tried.markup, tried.elsewhere, tried.picture], ['TypeError', 'TypeError', 'blocked'])
  for (const directive of ['script-src-elem', 'script-src-attr', 'connect-src', 'img-src'])
    assert.ok(tried.complaints.includes(directive), `${directive}: ${tried.complaints}`)
})
