import type { Normalization } from '../rows/prepare.js'
import { VERSION } from '../version.js'
import type { LinearParts, LinearSource } from './parts.js'
import { Message } from './protobuf.js'

/** The version of the file format and of the operators: those of 2021, which runtimes of today all have. */
const IR_VERSION = 7
const OPSET = 13

/** The numbers of element types in onnx.proto. */
const FLOAT = 1
const STRING = 8

/** The smallest normal 32-bit float: what rows of zeros are divided by. */
const TINY = 2 ** -126

/**
 * The model as an ONNX file. The input `features` is float[rows, features], where column k is feature k + 1; outputs are
 * `label`, string[rows], and `scores`, float[rows, classes]. Scaling and intercept are in the graph. Only operators of
 * the main set are used. Numbers are 32 bits wide there: what is nearly even may come out otherwise.
 *
 * @example
 * const model = new Classifier({ algorithm: 'PA', classes: ['no', 'yes'], protocol: 'paper' })
 * model.teach({ row: sparseRow([1, 3], [1, 2]) }, 'yes')
 * exportOnnx(model)[1] // => 7
 */
export const exportOnnx = (source: LinearSource): Uint8Array => {
  const parts = source.linear()
  const metadata = { algorithm: parts.algorithm, names: JSON.stringify(Object.fromEntries(parts.names)) }
  const model = new Message()
    .whole(1, IR_VERSION)
    .text(2, 'askance')
    .text(3, VERSION)
    .message(7, graphOf(parts))
    .message(8, new Message().text(1, '').whole(2, OPSET))
  for (const [key, value] of Object.entries(metadata))
    model.message(14, new Message().text(1, key).text(2, value))
  return model.encoded()
}

/** features → scaled → scores = scaled · W + b → the place of the highest → its label. */
const graphOf = (parts: LinearParts): Message => {
  const { classes, normalize } = parts
  const isSingle = parts.weights.length === 1
  // A single score speaks for the second class and against the first.
  const vectors = isSingle ? [parts.weights[0].map((weight) => -weight), parts.weights[0]] : parts.weights
  const intercepts = isSingle ? [-parts.intercepts[0], parts.intercepts[0]] : parts.intercepts
  // A matrix without rows is not known everywhere.
  const width = Math.max(1, vectors[0].length)
  const matrix = new Float32Array(width * classes.length)
  vectors.forEach((vector, c) => {
    for (let k = 0; k < vector.length; k++) matrix[k * classes.length + c] = vector[k]
  })
  const graph = new Message().text(2, 'linear')
  for (const scaling of scalingNodes(normalize)) graph.message(1, scaling)
  if (normalize === 'l2' || normalize === 'max') graph.message(5, floats('tiny', [1], Float32Array.of(TINY)))
  return (
    graph
      .message(1, node('Gemm', [scaledName(normalize), 'weights', 'intercepts'], 'scores'))
      // Where the second class needs no more than 0, the last of two equals wins.
      .message(
        1,
        node('ArgMax', ['scores'], 'place', { axis: 1, keepdims: 0, select_last_index: Number(isSingle) }),
      )
      .message(1, node('Gather', ['labels', 'place'], 'label'))
      .message(5, floats('weights', [width, classes.length], matrix))
      .message(5, floats('intercepts', [classes.length], Float32Array.from(intercepts)))
      .message(5, strings('labels', classes))
      .message(11, value('features', FLOAT, ['rows', width]))
      .message(12, value('label', STRING, ['rows']))
      .message(12, value('scores', FLOAT, ['rows', classes.length]))
  )
}

const scaledName = (normalize: Normalization): string => (normalize === 'none' ? 'features' : 'scaled')

const scalingNodes = (normalize: Normalization): readonly Message[] => {
  const divided = [node('Max', ['length', 'tiny'], 'divisor'), node('Div', ['features', 'divisor'], 'scaled')]
  const across = { axes: [1], keepdims: 1 }
  switch (normalize) {
    case 'none':
      return []
    case 'l2':
      return [node('ReduceL2', ['features'], 'length', across), ...divided]
    case 'max':
      return [node('Abs', ['features'], 'sizes'), node('ReduceMax', ['sizes'], 'length', across), ...divided]
    case 'binary':
      return [node('Abs', ['features'], 'sizes'), node('Sign', ['sizes'], 'scaled')]
  }
}

const INT = 2
const INTS = 7

const node = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number | readonly number[]>> = {},
): Message => {
  const made = new Message()
  for (const input of inputs) made.text(1, input)
  made.text(2, output).text(3, output).text(4, operator)
  for (const [name, given] of Object.entries(attributes)) {
    const attribute = new Message().text(1, name)
    if (typeof given === 'number') attribute.whole(3, given).whole(20, INT)
    else {
      for (const one of given) attribute.whole(8, one)
      attribute.whole(20, INTS)
    }
    made.message(5, attribute)
  }
  return made
}

const floats = (name: string, shape: readonly number[], values: Float32Array): Message => {
  const bytes = new Uint8Array(4 * values.length)
  const view = new DataView(bytes.buffer)
  values.forEach((number, k) => {
    view.setFloat32(4 * k, number, true)
  })
  const tensor = new Message()
  for (const size of shape) tensor.whole(1, size)
  return tensor.whole(2, FLOAT).text(8, name).bytes(9, bytes)
}

const strings = (name: string, values: readonly string[]): Message => {
  const tensor = new Message().whole(1, values.length).whole(2, STRING)
  for (const text of values) tensor.text(6, text)
  return tensor.text(8, name)
}

/** An input or output; a size that is not known beforehand has a name. */
const value = (name: string, type: number, shape: readonly (number | string)[]): Message => {
  const dimensions = new Message()
  for (const size of shape)
    dimensions.message(
      1,
      typeof size === 'number' ? new Message().whole(1, size) : new Message().text(2, size),
    )
  const tensor = new Message().whole(1, type).message(2, dimensions)
  return new Message().text(1, name).message(2, new Message().message(1, tensor))
}
