import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTS, { astToString } from 'openapi-typescript'
import { buildDocument, openApiDocument } from '../src/http/document.js'
import { allRoutes } from '../src/http/routes/index.js'
import { type Desk, openDesk } from './support/http-app.js'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
  readonly security: readonly unknown[]
}

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

describe('the OpenAPI document', () => {
  let desk: Desk
  before(async () => {
    desk = await openDesk()
  })
  after(() => desk.app.close())

  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate((await openApiDocument()) as Record<string, unknown>)
    assert.deepEqual(result.errors ?? [], [])
    assert.ok(result.valid)
  })

  test('has every route, with its problems', async () => {
    const { paths } = (await openApiDocument()) as Document
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    assert.equal(operations.length, allRoutes.length)
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
    for (const { operationId, summary, tags, responses, security } of operations) {
      assert.ok(summary.length > 5 && tags.length === 1, operationId)
      const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400)
      assert.ok(problems.length > 0, operationId)
      for (const [, { content }] of problems) assert.ok(content?.['application/problem+json'], operationId)
      assert.equal(security.length === 0 || '401' in responses, true, operationId)
    }
  })

  test('is made into text once', async (context) => {
    const read = () => desk.call('GET', '/openapi.json', { as: 'nobody' })
    const { status, text, json } = await read()
    assert.deepEqual([status, json.openapi], [200, '3.1.0'])
    const { mock } = context.mock.method(JSON, 'stringify')
    assert.equal((await read()).text, text)
    const documents = mock.calls.filter(({ arguments: [value] }) => Object.hasOwn(Object(value), 'openapi'))
    assert.equal(documents.length, 0)
  })

  test('every string of a request has a limit', () => {
    const faults: string[] = []
    const look = (schema: unknown, where: string): void => {
      if (Array.isArray(schema)) for (const part of schema) look(part, where)
      if (typeof schema !== 'object' || schema === null) return
      const { type, maxLength, enum: choices, const: fixed, format } = schema as Record<string, unknown>
      if (
        type === 'string' &&
        maxLength === undefined &&
        !choices &&
        fixed === undefined &&
        format !== 'binary'
      )
        faults.push(where)
      for (const [key, part] of Object.entries(schema)) look(part, `${where}/${key}`)
    }
    for (const { operation, params, query, body } of allRoutes) look([params, query, body], operation)
    assert.deepEqual(faults, [])
  })

  test('becomes types', async () => {
    const text = astToString(await openapiTS((await openApiDocument()) as never, { silent: true }))
    assert.match(text, /observeItems/)
    assert.match(text, /Decision: \{/)
  })

  test('is served with the version, and the docs page loads nothing from other hosts', async () => {
    const { json } = await desk.call('GET', '/openapi.json', { as: 'nobody' })
    assert.deepEqual(json, JSON.parse(JSON.stringify(buildDocument(allRoutes, '1.2.3'))))
    const page = await desk.app.inject('/docs/')
    assert.equal(page.statusCode, 200)
    assert.match(String(page.headers['content-security-policy']), /^default-src 'none';script-src 'self';/)
    assert.doesNotMatch(page.body, /(?:src|href)="https?:/)
    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link!)
    assert.equal(links.length, 3)
    for (const link of links) assert.equal((await desk.app.inject(link)).statusCode, 200, link)
    assert.match((await desk.app.inject('/docs/swagger-initializer.js')).body, /url: '\/openapi.json'/)
    assert.equal((await desk.call('GET', '/docs/none', { as: 'nobody' })).status, 404)
  })
})
