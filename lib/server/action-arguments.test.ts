import { expect, it } from 'vitest'
import { isNativeBody, isScriptBody } from './action-arguments.ts'

const ID = 'a0'.repeat(21)
const formOf = (fields: [string, string | File][]) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}
const state = '{"values":{},"idempotency_key":"k"}'

it.each([
  ['no argument', '[]'],
  ['an input and a key', '[{"id":"pay_1","notes":{"a":"$$5"}},"key"]'],
  ['what JSON lacks', '["$undefined","$NaN","$-Infinity","$-0",null,true,1.5]'],
])('%s is what a script sends', (_, body) => expect(isScriptBody(body)).toBe(true))

it.each<[string, [string, string | File][]]>([
  [
    'a form after its state',
    [
      ['0', `[${state},"$K1"]`],
      ['1_name', 'Asha'],
      ['1_file', new File(['x'], 'x')],
    ],
  ],
  ['an empty form', [['0', `[${state},"$K1"]`]]],
  [
    'a file',
    [
      ['0', '["$B1"]'],
      ['1', new File(['x'], 'x')],
    ],
  ],
  [
    'a field that is named like another part',
    [
      ['0', '["$K1"]'],
      ['1_0', 'x'],
      ['1_0', 'y'],
    ],
  ],
  ['an object that stands in two places', [['0', '[{"a":{"b":1}},{"c":"$0:0:a"},"$K1"]']]],
])('%s is what a script sends with a form', (_, fields) => expect(isScriptBody(formOf(fields))).toBe(true))

it.each([
  ['nothing', ''],
  ['a cut text', '[{"id":"pay'],
  ['a text', '"text"'],
  ['a number', '7'],
  ['null', 'null'],
  ['an object', '{"0":1}'],
  ['too many arguments', `[${Array(9).fill('1').join(',')}]`],
  ['too deep', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['a promise', '["$@1"]'],
  ['a map', '["$Q1"]'],
  ['an iterator', '["$i1"]'],
  ['a stream', '["$R1"]'],
  ['a function of the server', '["$h1"]'],
  ['a symbol', '["$Ssecret"]'],
  ['a large integer', '["$nx"]'],
  ['a date', '["$Dnever"]'],
  ['a temporary reference', '["$T"]'],
  ['a file that is not there', '["$B1"]'],
  ['a part that is not there', '["$1"]'],
  ['a place that is not there', '[{"a":1},"$0:0:b"]'],
  ['a place of a prototype', '[{"a":1},"$0:0:constructor"]'],
  ['an object within itself', '[{"a":"$0:0"}]'],
  ['all of it within itself', '[{"a":"$0"}]'],
])('%s is not', (_, body) => expect(isScriptBody(body)).toBe(false))

it.each<[string, [string, string | File][]]>([
  ['no arguments', [['1_name', 'Asha']]],
  [
    'arguments twice',
    [
      ['0', '[]'],
      ['0', '[]'],
    ],
  ],
  ['arguments as a file', [['0', new File(['[]'], '0')]]],
  [
    'a text for a file',
    [
      ['0', '["$B1"]'],
      ['1', 'x'],
    ],
  ],
])('%s is not either', (_, fields) => expect(isScriptBody(formOf(fields))).toBe(false))

const isAction = (id: string) => id === ID
const bound = (action: string, args = `[${state}]`): [string, string][] => [
  ['$ACTION_REF_1', ''],
  ['$ACTION_1:0', action],
  ['$ACTION_1:1', args],
  ['name', 'Asha'],
]

it.each<[string, [string, string][]]>([
  [
    'an action',
    [
      [`$ACTION_ID_${ID}`, ''],
      ['name', 'Asha'],
    ],
  ],
  ['an action with the state of its form', bound(`{"id":"${ID}","bound":"$@1"}`)],
  ['an action with nothing given', bound(`{"id":"${ID}","bound":null}`)],
])('a browser sends %s', (_, fields) => expect(isNativeBody(formOf(fields), isAction)).toBe(true))

it.each<[string, [string, string][]]>([
  ['no action', [['name', 'Asha']]],
  ['an unknown action', [[`$ACTION_ID_${'b1'.repeat(21)}`, '']]],
  ['an unknown action with a state', bound(`{"id":"${'b1'.repeat(21)}","bound":"$@1"}`)],
  ['an action that is no text', bound('{"id":7,"bound":"$@1"}')],
  ['an action that was cut', bound('{"id":"')],
  ['an action that is null', bound('null')],
  ['a state that is missing', bound(`{"id":"${ID}","bound":"$@2"}`)],
  ['a state that was cut', bound(`{"id":"${ID}","bound":"$@1"}`, '[{"values"')],
  ['a state that is the action', bound(`{"id":"${ID}","bound":"$@0"}`)],
  ['an action twice', [...bound(`{"id":"${ID}","bound":"$@1"}`), ['$ACTION_1:0', '{}']]],
  ['three actions', ['1', '2', '3'].map((n): [string, string] => [`$ACTION_ID_${ID}${n}`, ''])],
])('a browser never sends %s', (_, fields) => expect(isNativeBody(formOf(fields), isAction)).toBe(false))
