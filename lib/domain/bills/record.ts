import { billEntity } from '#lib/domain/bills/find.ts'
import { billColumnsOf } from '#lib/domain/bills/rules.ts'
import { Bill, type BillBody, Seller } from '#lib/domain/bills/schema.ts'
import { namedCustomer } from '#lib/domain/customers/find.ts'
import { findBrand } from '#lib/domain/merchants/find.ts'
import type { bills } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { randomText } from '#lib/values/random-text.ts'

/** 24 characters out of 62 are 142 bits, which cannot be guessed. */
export const BILL_TOKEN_LENGTH = 24

/**
 * Records a new bill with its event. The caller has validated its body.
 * @throws bill_receipt_number_used with metadata.bill_id; record_not_found (400) for an unknown customer_id
 */
export async function recordBill(context: Context, body: BillBody) {
  const account_id = context.account.id
  const seller = await sellerOf(context)
  const row: bills = {
    account_id,
    id: context.newId('bill'),
    token: randomText(BILL_TOKEN_LENGTH),
    status: 'issued',
    version: 1,
    receipt_number: body.receipt_number,
    ...billColumnsOf(body, await billCustomerOf(context, body), context.account.country),
    body,
    seller,
    delivery_status: 'none',
    created_by: authorOf(context),
    created_at: BigInt(context.now),
    updated_at: BigInt(context.now),
    deleted_at: null,
  }
  // The unique index decides, so concurrent requests create one bill.
  const { count } = await context.tables.bills.createMany({
    data: [{ ...row, body, seller }],
    skipDuplicates: true,
  })
  if (count === 0) throw await numberUsed(context, body.receipt_number)
  const bill = Bill.parse(billEntity(context, row))
  context.emit({ event: 'bill.created', payload: { bill }, customer_id: row.customer_id })
  return bill
}

/** The customer that a bill names, or null. */
export function billCustomerOf(context: Context, body: BillBody) {
  const id = body.customer?.customer_id
  return id === undefined ? null : namedCustomer(context, id, 'customer.customer_id')
}

/** The author, with kind and name as in every record. */
export function authorOf(context: Context): string {
  return `${context.actor.kind}:${context.actor.name}`
}

async function numberUsed(context: Context, receipt_number: string) {
  const existing = await context.tables.bills.findUniqueOrThrow({
    where: { account_id_receipt_number: { account_id: context.account.id, receipt_number } },
    select: { id: true },
  })
  return refused('bill_receipt_number_used', undefined, {
    field: 'receipt_number',
    metadata: { bill_id: existing.id },
  })
}

/** The issuer as recorded with the bill. A bill from before that record shows the present details. */
export function issuerOf(context: Context, { seller }: Pick<bills, 'seller'>): Promise<Seller> | Seller {
  return seller === null ? sellerOf(context) : Seller.parse(seller)
}

export async function sellerOf(context: Context): Promise<Seller> {
  const { merchant_id, merchant_name, country, mode } = context.account
  // One after the other: a bill is issued in a transaction, which has one connection.
  const merchant = await context.tables.merchants.findUnique({
    where: { id: merchant_id },
    select: { gstin: true, address: true },
  })
  const { logo, support } = await findBrand(context)
  return {
    name: merchant_name,
    country,
    mode,
    gstin: merchant?.gstin ?? null,
    address: merchant?.address ?? null,
    support,
    logo,
  }
}
