import type { FieldName, PayState } from './pay-state.ts'

/** What a group of inputs is drawn from. */
export type FieldsProps = {
  errors: PayState['errors']
  /** What the inputs begin with; of the number and the CVV only a published test card's. */
  values: Partial<Record<FieldName, string>>
  /** The input that the page opens on. */
  focused: FieldName | null
}
