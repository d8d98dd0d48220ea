import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AskanceError } from '../src/errors.js'
import { createMatrix } from '../src/matrix/create.js'
import { triangleDimension, triangleSize } from '../src/matrix/dimension.js'
import { MAX_FULL_DIMENSION, type SymmetricMatrix } from '../src/matrix/matrix.js'
import { PlainMatrix } from '../src/matrix/plain.js'
import { SimdMatrix } from '../src/matrix/simd.js'
import { Random } from '../src/random.js'
import { Row } from '../src/rows/row.js'

/** The slow and obvious one: every operation as it is written on paper. */
class Reference implements SymmetricMatrix {
  product = new Float64Array(0)
  #rows: number[][] = []

  get dimension(): number {
    return this.#rows.length
  }

  grow(dimension: number, diagonal: number): void {
    const before = this.dimension
    for (const row of this.#rows) while (row.length < dimension) row.push(0)
    for (let i = before; i < dimension; i++)
      this.#rows.push(Array.from({ length: dimension }, (_, j) => (i === j ? diagonal : 0)))
    this.product = Float64Array.from(this.#rows, (_, i) => this.product[i] ?? 0)
  }

  multiply(x: Row): void {
    const dense = this.#rows.map(() => 0)
    for (let k = x.start; k < x.end; k++) dense[x.index[k]] = x.value[k]
    this.product = Float64Array.from(this.#rows, (row) => row.reduce((sum, m, j) => sum + m * dense[j], 0))
  }

  downdate(scale: number, shift: number): void {
    const h = this.product
    this.#rows = this.#rows.map((row, i) =>
      row.map((m, j) => m + (i === j ? shift : 0) - scale * h[i] * h[j]),
    )
  }

  column(j: number): void {
    this.product = Float64Array.from(this.#rows, (row) => row[j])
  }

  remove(j: number): void {
    this.#rows = this.#rows.toSpliced(j, 1).map((row) => row.toSpliced(j, 1))
    this.product = this.product.filter((_, i) => i !== j)
  }

  save(): Float64Array {
    return Float64Array.from(this.#rows.flatMap((row, i) => row.slice(0, i + 1)))
  }

  load(triangle: Float64Array): void {
    const at = (i: number, j: number) => triangle[triangleSize(Math.max(i, j)) + Math.min(i, j)]
    const indices = Array.from({ length: triangleDimension(triangle) }, (_, i) => i)
    this.#rows = indices.map((i) => indices.map((j) => at(i, j)))
    this.product = new Float64Array(indices.length)
  }
}

type Operation = (matrix: SymmetricMatrix) => void

/** A row in the middle of longer arrays, as tables hand them out, with each feature present by the given chance. */
const randomRow = (random: Random, dimension: number, density: number): Row => {
  const indices = Array.from({ length: dimension }, (_, i) => i).filter(() => random.uniform() < density)
  const values = indices.map(() => random.normal())
  return new Row(
    Int32Array.of(-1, ...indices, -1),
    Float64Array.of(NaN, ...values, NaN),
    1,
    indices.length + 1,
  )
}

/** Some operation that the matrix can do, with its numbers drawn, to be done to several matrices alike. */
const randomOperation = (random: Random, { dimension }: SymmetricMatrix): Operation => {
  const roll = random.uniform()
  if (dimension === 0 || roll < 0.15) {
    const larger = dimension + (random.uniform() < 0.8 ? random.below(4) : random.below(30))
    const diagonal = random.uniform()
    return (matrix) => matrix.grow(larger, diagonal)
  }
  if (roll < 0.5) {
    const density = [0, 2 / dimension, 0.3, 0.9, 1][random.below(5)]
    const x = randomRow(random, dimension, density)
    return (matrix) => matrix.multiply(x)
  }
  const j = random.below(dimension)
  if (roll < 0.75) {
    // Small enough that M stays of order one however often it is done.
    const scale = (random.uniform() - 0.3) / (10 + dimension ** 2)
    const shift = random.uniform() < 0.5 ? 0 : (random.uniform() - 0.5) / 10
    const own = random.normal()
    return (matrix) => {
      matrix.product[j] = own
      matrix.downdate(scale, shift)
    }
  }
  if (roll < 0.83) return (matrix) => matrix.column(j)
  if (roll < 0.95) return (matrix) => matrix.remove(j)
  const size = random.below(20)
  const triangle = Float64Array.from({ length: triangleSize(size) }, () => random.normal())
  return random.uniform() < 0.7 ? (matrix) => matrix.load(matrix.save()) : (matrix) => matrix.load(triangle)
}

/** Does a long random sequence of operations to all matrices at once, and `check`s after each. */
const run = (seed: number, steps: number, matrices: SymmetricMatrix[], check: () => void): void => {
  const random = new Random(seed, 'matrix test')
  for (let step = 0; step < steps; step++) {
    const operation = randomOperation(random, matrices[0])
    for (const matrix of matrices) operation(matrix)
    try {
      check()
    } catch (error) {
      throw new Error(`seed ${seed}, step ${step}: ${operation}`, { cause: error })
    }
  }
}

const bits = (numbers: Float64Array): BigUint64Array => new BigUint64Array(numbers.slice().buffer)

const assertSameBits = (actual: Float64Array, expected: Float64Array): void =>
  assert.deepEqual(bits(actual), bits(expected))

const assertClose = (actual: Float64Array, expected: Float64Array): void => {
  assert.equal(actual.length, expected.length)
  const size = expected.reduce((most, number) => Math.max(most, Math.abs(number)), 1)
  for (let i = 0; i < actual.length; i++)
    assert.ok(
      Math.abs(actual[i] - expected[i]) <= 1e-12 * size,
      `${i}: ${actual[i]}, expected ${expected[i]}`,
    )
}

/** All of M by its columns, and not by `save`, which reads one half. */
const columns = (matrix: SymmetricMatrix): Float64Array[] =>
  Array.from({ length: matrix.dimension }, (_, j) => {
    matrix.column(j)
    return matrix.product.slice()
  })

const randomMatrix = (seed: number, dimension: number, matrix: SymmetricMatrix): Random => {
  const random = new Random(seed, 'matrix test')
  matrix.grow(dimension, 1)
  for (let k = 0; k < 5; k++) {
    matrix.multiply(randomRow(random, dimension, 0.5))
    matrix.downdate(random.normal() / dimension, 0.1)
  }
  return random
}

for (const Matrix of [PlainMatrix, SimdMatrix]) {
  describe(Matrix.name, () => {
    it('does what the definitions say', () => {
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const matrix = new Matrix()
        const reference = new Reference()
        run(seed, 300, [matrix, reference], () => {
          assert.equal(matrix.dimension, reference.dimension)
          assertClose(matrix.product, reference.product)
          assertClose(matrix.save(), reference.save())
        })
      }
    })

    it('multiplies a small matrix that one can check by hand', () => {
      const matrix = new Matrix()
      matrix.load(Float64Array.of(1, 2, 3, 4, 5, 6))
      matrix.multiply(new Row(Int32Array.of(0, 2), Float64Array.of(1, 10)))
      assert.deepEqual(matrix.product, Float64Array.of(41, 52, 64))
      matrix.downdate(0.5, 100)
      assert.deepEqual(
        matrix.save(),
        Float64Array.of(101 - 840.5, 2 - 1066, 103 - 1352, 4 - 1312, 5 - 1664, 106 - 2048),
      )
    })

    it('stays symmetric to the last bit', () => {
      const matrix = new Matrix()
      randomMatrix(7, 61, matrix)
      for (const j of [60, 31, 0]) matrix.remove(j)
      const all = columns(matrix)
      for (let i = 0; i < matrix.dimension; i++)
        for (let j = 0; j < i; j++) assert.equal(all[i][j], all[j][i], `M[${i}][${j}]`)
    })

    it('gives the same product whether zeros are written in the row or left out', () => {
      for (const dimension of [1, 5, 64, 130]) {
        const matrix = new Matrix()
        const random = randomMatrix(8, dimension, matrix)
        const x = randomRow(random, dimension, 0.1)
        matrix.multiply(x)
        const sparse = matrix.product.slice()
        const full = new Float64Array(dimension)
        for (let k = x.start; k < x.end; k++) full[x.index[k]] = x.value[k]
        matrix.multiply(
          new Row(
            Int32Array.from(full, (_, i) => i),
            full,
          ),
        )
        assertSameBits(matrix.product, sparse)
      }
    })

    it('keeps M and the product when it grows one by one', () => {
      const matrix = new Matrix()
      for (let dimension = 1; dimension <= 300; dimension++) {
        matrix.grow(dimension, dimension)
        matrix.product[dimension - 1] = dimension
      }
      matrix.grow(10, 7)
      assert.equal(matrix.dimension, 300)
      const upTo300 = Float64Array.from({ length: 300 }, (_, i) => i + 1)
      assert.deepEqual(matrix.product, upTo300)
      matrix.multiply(
        new Row(
          Int32Array.from(upTo300, (_, i) => i),
          new Float64Array(300).fill(1),
        ),
      )
      assert.deepEqual(matrix.product, upTo300)
    })

    it('forgets everything when it loads, and can become empty', () => {
      const matrix = new Matrix()
      randomMatrix(9, 23, matrix)
      matrix.load(new Float64Array(0))
      assert.equal(matrix.dimension, 0)
      assert.deepEqual(matrix.product, new Float64Array(0))
      matrix.grow(23, 2)
      const reference = new Reference()
      reference.grow(23, 2)
      assert.deepEqual(matrix.save(), reference.save())
    })

    it('refuses a dimension that does not fit, and stays as it was', () => {
      const matrix = new Matrix()
      matrix.grow(3, 1)
      const dimension = MAX_FULL_DIMENSION + 1
      const refused = (error: unknown): boolean => {
        assert.ok(error instanceof AskanceError)
        assert.equal(error.code, 'matrix/dimension')
        assert.deepEqual(error.details, { dimension, max: 8192 })
        return true
      }
      assert.throws(() => matrix.grow(dimension, 1), refused)
      assert.throws(() => matrix.load(new Float64Array(triangleSize(dimension))), refused)
      assert.throws(() => matrix.load(new Float64Array(5)), { code: 'model/state' })
      assert.deepEqual(matrix.save(), Float64Array.of(1, 0, 1, 0, 0, 1))
    })
  })
}

describe('the two implementations', () => {
  it('give the same bits', () => {
    for (let seed = 10; seed < 40; seed++) {
      const plain = new PlainMatrix()
      const simd = new SimdMatrix()
      run(seed, 200, [plain, simd], () => {
        assertSameBits(simd.product, plain.product)
        assertSameBits(simd.save(), plain.save())
      })
    }
  })

  it('give the same bits at every dimension and at a large one', () => {
    for (const dimension of [...Array.from({ length: 20 }, (_, i) => i + 1), 54, 300, 777]) {
      const plain = new PlainMatrix()
      const simd = new SimdMatrix()
      randomMatrix(dimension, dimension, plain)
      randomMatrix(dimension, dimension, simd)
      for (const matrix of [plain, simd]) if (dimension > 2) matrix.remove(dimension >> 1)
      assertSameBits(simd.save(), plain.save())
      if (dimension < 100) assert.deepEqual(columns(simd), columns(plain))
    }
  })
})

describe('createMatrix', () => {
  it('chooses WebAssembly here, and plain TypeScript when asked', () => {
    assert.ok(createMatrix() instanceof SimdMatrix)
    assert.ok(createMatrix('plain') instanceof PlainMatrix)
  })

  it('falls back where the host has no WebAssembly', () => {
    const described = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly')
    assert.ok(described)
    Object.defineProperty(globalThis, 'WebAssembly', { ...described, value: undefined })
    try {
      assert.ok(createMatrix() instanceof PlainMatrix)
    } finally {
      Object.defineProperty(globalThis, 'WebAssembly', described)
    }
  })
})
