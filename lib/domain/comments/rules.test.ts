import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mentionsIn, piecesOf } from './rules.ts'

const asha = { id: 'usr_asha', name: 'Asha Rao', email: 'asha@shop.example' }
const vik = { id: 'usr_vik', name: 'Vik', email: 'vik.s@shop.example' }
const twin = { id: 'usr_twin', name: 'Asha Rao', email: 'asha.rao@shop.example' }
const namedIn = (text: string, members = [asha, vik]) =>
  mentionsIn(text, members).map(({ from, to, user_id }) => [text.slice(from, to), user_id])

describe('mentions', () => {
  it.each<[string, [string, string][]]>([
    ['@asha please look', [['@asha', 'usr_asha']]],
    [
      'see @Asha Rao, @VIK',
      [
        ['@Asha Rao', 'usr_asha'],
        ['@VIK', 'usr_vik'],
      ],
    ],
    ['(@vik.s@shop.example)', [['@vik.s@shop.example', 'usr_vik']]],
    ['@vik.', [['@vik', 'usr_vik']]],
    [
      '@asha and again @asha',
      [
        ['@asha', 'usr_asha'],
        ['@asha', 'usr_asha'],
      ],
    ],
    ['write to asha@shop.example', []],
    ['@ashas', []],
    ['@nobody, @', []],
  ])('in %j', (text, expected) => {
    expect(namedIn(text)).toEqual(expected)
  })

  it('name everyone of the same name', () => {
    expect(namedIn('@Asha Rao', [asha, twin]).map(([, id]) => id)).toEqual(['usr_asha', 'usr_twin'])
  })

  it('name ten people at most', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      id: `usr_${at}`,
      name: `p${at}`,
      email: `${at}@x.example`,
    }))
    const text = many.map(({ name }) => `@${name}`).join(' ')
    expect(mentionsIn(text, many)).toHaveLength(10)
  })

  it('leave the text as it is, whatever it says', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('@', 'asha', ' ', 'Rao', 'İ', '.', 'vik', '\n')), (words) => {
        const text = words.join('')
        const pieces = piecesOf(text, mentionsIn(text, [asha, vik, twin]))
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        for (const { text: shown, mention } of pieces) expect(mention && !shown.startsWith('@')).toBe(false)
      }),
    )
  })
})
