import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasCode } from '@askance/core/internals'
import type { Message, Place, Wire } from '../../src/cluster/wire.js'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const textOf = ({ bytes }: Message): string => new TextDecoder().decode(bytes)

const all = async (wire: Wire, place: Place, after = 0): Promise<string[]> => {
  const texts: string[] = []
  for await (const message of wire.read(place, after, false)) texts.push(textOf(message))
  return texts
}

/** What every wire must do. `newWire` opens one more connection to the same messages; `stream` is a name that was not used before. */
export const wireConforms = (newWire: () => Promise<Wire>, stream: string): void => {
  const out = (partition: number): Place => ({ kind: 'out', stream, partition })

  test('reads what was appended, in order, from any number on', async () => {
    const wire = await newWire()
    assert.deepEqual(await all(wire, out(0)), [])
    assert.equal(await wire.last(out(0)), undefined)
    const numbers: number[] = []
    for (const text of ['a', 'b', 'c']) numbers.push(await wire.append(out(0), bytesOf(text)))
    assert.deepEqual(await all(wire, out(0)), ['a', 'b', 'c'])
    assert.deepEqual(await all(wire, out(0), numbers[0]), ['b', 'c'])
    assert.deepEqual(await all(wire, out(0), numbers[2]), [])
    const last = await wire.last(out(0))
    assert.equal(last?.seq, numbers[2])
    assert.equal(last && textOf(last), 'c')
    assert.deepEqual(await all(wire, out(1)), [])
    await wire.close()
  })

  test('takes a message only if it follows on the last one of its place', async () => {
    const [one, other] = [await newWire(), await newWire()]
    const refuses = (promise: Promise<number>) =>
      assert.rejects(promise, (error) => hasCode(error, 'wire/conflict'))
    const first = await one.append(out(2), bytesOf('first'), 0)
    await refuses(other.append(out(2), bytesOf('late'), 0))
    await one.append(out(3), bytesOf('elsewhere'), 0)
    const second = await other.append(out(2), bytesOf('second'), first)
    await refuses(one.append(out(2), bytesOf('late'), first))
    const race = await Promise.allSettled(
      Array.from({ length: 8 }, (_, k) => (k % 2 ? one : other).append(out(2), bytesOf(`race ${k}`), second)),
    )
    assert.equal(race.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await all(one, out(2))).length, 3)
    await one.close()
    await other.close()
  })

  test('follows a place: messages that come later arrive, each once', async () => {
    const [reader, writer] = [await newWire(), await newWire()]
    const place = out(4)
    await writer.append(place, bytesOf('0'))
    const stop = new AbortController()
    const seen: string[] = []
    for await (const message of reader.read(place, 0, true, stop.signal)) {
      seen.push(textOf(message))
      if (seen.length === 5) stop.abort()
      else await writer.append(place, bytesOf(String(seen.length)))
    }
    assert.deepEqual(seen, ['0', '1', '2', '3', '4'])
    await reader.close()
    await writer.close()
  })

  test('keeps the last grant and the last versions only', async () => {
    const wire = await newWire()
    const grant: Place = { kind: 'grant', stream, partition: 0 }
    const model: Place = { kind: 'model', stream }
    for (let k = 0; k < 20; k++) {
      await wire.append(grant, bytesOf(String(k)))
      await wire.append(model, bytesOf(String(k)))
    }
    assert.deepEqual(await all(wire, grant), ['19'])
    assert.deepEqual(
      await all(wire, model),
      Array.from({ length: 16 }, (_, k) => String(k + 4)),
    )
    await wire.close()
  })

  test('carries messages of a megabyte', async () => {
    const wire = await newWire()
    const bytes = Uint8Array.from({ length: 900_000 }, (_, k) => k % 251)
    await wire.append(out(5), bytes)
    const last = await wire.last(out(5))
    assert.deepEqual(last && Buffer.compare(last.bytes, bytes), 0)
    await wire.close()
  })

  test('gives a lease to one at a time, until it is released', async () => {
    const [one, other] = [await newWire(), await newWire()]
    const lease = await one.lease(`${stream}.0`, 60)
    assert.ok(lease)
    assert.equal(await other.lease(`${stream}.0`, 60), undefined)
    assert.ok(await other.lease(`${stream}.1`, 60))
    assert.equal(await lease.renew(), true)
    await lease.release()
    assert.ok(await other.lease(`${stream}.0`, 60))
    assert.equal(await lease.renew(), false)
    await one.close()
    await other.close()
  })
}
