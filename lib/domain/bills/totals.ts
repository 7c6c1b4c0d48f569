/** What bills add up to, as SQL for the amount of one row. A withdrawn bill asks for nothing. */
export const BILL_SUMS = { billed: "CASE WHEN status = 'issued' THEN amount END" } as const
