import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelOf, mentionPiecesOf, readMentions, suggestionsFor } from './rules.ts'

const asha = { id: 'usr_asha', name: 'Asha Rao', email: 'asha@shop.example' }
const vik = { id: 'usr_vik', name: 'Vik', email: 'vik.s@shop.example' }
const twin = { id: 'usr_twin', name: 'Asha Rao', email: 'asha.rao@shop.example' }
const mentionsIn = (text: string, fields: (typeof asha)[]) => readMentions(text, fields).mentions
const namedIn = (text: string, fields = [asha, vik]) =>
  mentionsIn(text, fields).map(({ from, to, user_id }) => [text.slice(from, to), user_id])

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
    ['@vik. Please', [['@vik', 'usr_vik']]],
    ['@vik.so', []],
    ['@vik-2', []],
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

  it('name each of several people once, and one person as often as written', () => {
    const ids = (text: string) => namedIn(text, [asha, twin]).map(([, id]) => id)
    expect(ids('@Asha Rao, @Asha Rao')).toEqual(['usr_asha', 'usr_twin'])
    expect(ids('@asha and @Asha Rao')).toEqual(['usr_asha', 'usr_twin'])
    expect(ids('@asha and @asha')).toEqual(['usr_asha', 'usr_asha'])
  })

  it('name no one by an empty name', () => {
    expect(namedIn('@ noon, @', [{ ...asha, name: '' }])).toEqual([])
  })

  it('name ten people at most', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      id: `usr_${at}`,
      name: `p${at}`,
      email: `${at}@x.example`,
    }))
    const text = many.map(({ name }) => `@${name}`).join(' ')
    expect(mentionsIn(text, many)).toHaveLength(10)
    expect(readMentions(text, many)).toMatchObject({ beyond: ['usr_10', 'usr_11'], unmatched: [] })
  })

  it('leave the text as it is, whatever it says', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('@', 'asha', ' ', 'Rao', 'İ', '.', 'vik', '\n')), (words) => {
        const text = words.join('')
        const pieces = mentionPiecesOf(text, mentionsIn(text, [asha, vik, twin]))
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        for (const { text: shown, mention } of pieces) expect(mention && !shown.startsWith('@')).toBe(false)
      }),
    )
  })

  it('are pieces of their own, in the order of the text; overlapping ones are one piece', () => {
    const mention = (from: number, to: number) => ({ from, to, user_id: 'usr_asha' })
    const drawn = (text: string, ...mentions: ReturnType<typeof mention>[]) =>
      mentionPiecesOf(text, mentions).map((piece) => (piece.mention ? `[${piece.text}]` : piece.text))
    expect(drawn('a @b c @d', mention(7, 9), mention(2, 4))).toEqual(['a ', '[@b]', ' c ', '[@d]'])
    expect(drawn('@b@d!', mention(0, 2), mention(2, 4))).toEqual(['[@b]', '[@d]', '!'])
    expect(drawn('@b c', mention(0, 4), mention(0, 4), mention(3, 4))).toEqual(['[@b c]'])
    expect(drawn('')).toEqual([])
  })

  it.each<[string, string[]]>([
    ['@asha and @vik', []],
    ['@x', ['x']],
    ['@maya, @Maya, @ashas and @dev.ops-2.', ['maya', 'ashas', 'dev.ops-2']],
    ['@maya@shop.example (@usha)', ['maya@shop.example', 'usha']],
    ['write to maya@shop.example, 5 @ ₹10, @, @@', []],
    ['@İpek and @asha', ['İpek']],
  ])('that name no one in %j', (text, expected) => {
    expect(readMentions(text, [asha, vik]).unmatched).toEqual(expected)
  })

  it('name people whose letters get longer in lower case', () => {
    const ipek = { id: 'usr_ipek', name: 'İpek', email: 'ipek@shop.example' }
    expect(namedIn('İ: @İpek, @ASHA', [ipek, asha])).toEqual([
      ['@İpek', 'usr_ipek'],
      ['@ASHA', 'usr_asha'],
    ])
  })
})

describe('suggestions', () => {
  const suggested = (typed: string) => suggestionsFor(typed, [asha, vik, twin]).map(({ id }) => id)
  it.each([
    ['as', ['usr_asha', 'usr_twin']],
    ['RAO', ['usr_asha', 'usr_twin']],
    ['asha r', ['usr_asha', 'usr_twin']],
    ['asha.', ['usr_twin']],
    ['vik.s@', ['usr_vik']],
    ['ao', []],
    ['shop', []],
  ])('for %j', (typed, expected) => {
    expect(suggested(typed)).toEqual(expected)
  })

  it('write what mentions this person and no other', () => {
    const fields = [asha, vik, twin, { id: 'usr_long', name: 'Vik S', email: 'v@shop.example' }]
    expect(fields.map((property) => labelOf(property, fields))).toEqual([
      'asha@shop.example',
      'Vik',
      'asha.rao@shop.example',
      'Vik S',
    ])
    // A name with another mention in it.
    const both = { id: 'usr_both', name: 'Desk @asha', email: 'desk@shop.example' }
    expect(labelOf(both, [...fields, both])).toBe('desk@shop.example')
    for (const property of fields) {
      const { mentions } = readMentions(`@${labelOf(property, fields)} please`, fields)
      expect(mentions.map(({ user_id }) => user_id)).toEqual([property.id])
    }
  })
})
