/** The sums of bills, as SQL for the amount of one row. A withdrawn bill adds nothing. */
export const BILL_SUMS = { billed: "CASE WHEN status = 'issued' THEN amount END" } as const
