import { networkLabel } from '#components/checkout/card-labels.ts'
import { cvvLengthOf, formatCardNumber, networkOf } from '#lib/values/card.ts'
import { formatExpiry } from '#lib/values/card-expiry.ts'

/** Writes a card number in groups and an expiry with its slash, while they are typed. */
export function reformat(input: HTMLInputElement, inputType = 'insertText'): void {
  if (input.name === 'number') keepGrouped(input)
  if (input.name === 'expiry') addSlash(input, inputType)
}

/** Names the network beside the number, and asks for as many digits as its cards have. */
export function showNetwork(number: HTMLInputElement): void {
  const network = networkOf(number.value.replace(/\D/g, ''))
  const aside = document.getElementById('number-aside')
  if (aside) aside.textContent = networkLabel(network)
  const cvv = number.form?.elements.namedItem('cvv')
  if (cvv instanceof HTMLInputElement)
    cvv.placeholder = cvv.getAttribute(`data-digits-${cvvLengthOf(network)}`) ?? ''
}

/** Groups the digits as on the card, and leaves the caret behind the digit that it was behind. */
function keepGrouped(input: HTMLInputElement): void {
  const before = (input.value.slice(0, input.selectionStart ?? input.value.length).match(/\d/g) ?? []).length
  const grouped = formatCardNumber(input.value.replace(/\D/g, '').slice(0, 19))
  if (grouped === input.value) return
  input.value = grouped
  if (document.activeElement !== input) return
  let caret = 0
  for (let digits = 0; digits < before && caret < grouped.length; caret += 1)
    if (/\d/.test(grouped.charAt(caret))) digits += 1
  input.setSelectionRange(caret, caret)
}

/** The slash comes by itself while one writes, and stays away while one deletes. */
function addSlash(input: HTMLInputElement, inputType: string): void {
  const atEnd = input.selectionStart === input.value.length || document.activeElement !== input
  if (!inputType.startsWith('delete') && atEnd) input.value = formatExpiry(input.value)
}
