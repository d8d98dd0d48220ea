/** The intents of the tickets, one per line: the name, then ways to say it. Slots are filled by the generator. */
export const INTENTS = `
add_item_to_order: can you still put {item} into my order for {day} | I forgot {item}, please add it to the order that is not sent yet | one more thing for my open order: {item}
remove_item_from_order: please take {item} out of my order | I no longer want {item}, leave the rest of the order as it is | drop {item} from what I ordered on {day}
change_quantity: I ordered two of {item} and need five | make it one {item} instead of three | the amount of {item} in my order is too high, please lower it
cancel_order: please cancel my order completely | I want to call off everything I ordered on {day} | stop the whole order, I do not need it any more
order_not_confirmed: I ordered on {day} and never got a confirmation | no mail came after I placed the order, did it go through | is my order registered, there was no confirmation page
order_placed_twice: the same order is listed two times | I clicked twice and now there are two identical orders | my account shows a duplicate of the order of {day}
order_status: how far along is my order | what is the state of the order from {day} | is my order packed already
reorder_previous: I want the same things as last month again | how do I repeat the order of {day} | can I buy my previous basket once more with one click
gift_wrapping: can you wrap {item} as a present | is gift paper available for my order | please add a ribbon and a card, it is a gift
minimum_order_value: how much must I order at least | my basket is too small to check out, what is the minimum | is there a smallest amount for an order
track_parcel: where is my parcel right now | the tracking number shows nothing since {day} | can I follow the courier on a map
delivery_late: my delivery should have been here on {day} | the courier is hours behind the promised time | still waiting, the parcel is overdue
delivery_time_choice: I need the delivery in the evening | can I pick another time window | is it possible to deliver before nine in the morning
change_delivery_address: please send it to {place} instead | I moved, the parcel must go to my new flat in {place} | the address of the running order is out of date
leave_with_neighbour: may the courier give it to the people next door | nobody is home on {day}, please hand it to a neighbour | is it all right to leave the parcel with the shop downstairs
pick_up_at_shop: I would rather collect it in {place} myself | can I pick the order up at the counter | is collection from a store possible instead of delivery
parcel_marked_delivered: the app says delivered but nothing is here | your page claims I signed on {day}, I did not | it is shown as handed over and my hallway is empty
parcel_lost: the parcel has vanished | the carrier admits that my package is lost | nobody knows where my box went, please search for it
delivery_cost: how much is shipping to {place} | why was I charged for delivery | from which amount on is delivery free
delivery_abroad: do you deliver to {place}, outside the country | can you ship across the border | I live in another country, will you send it there
courier_rude: the driver shouted at my father | the person who delivered was very impolite | I want to complain about the behaviour of the courier
wrong_item: I got something else instead of {item} | the box contained another product than I ordered | you sent the wrong thing
missing_item: {item} was not in the box | one product of my order is missing | I paid for {item} and it did not come
damaged_item: {item} arrived broken | the glass was cracked when I opened the parcel | the packaging was crushed and {item} with it
spoiled_food: {item} smelled bad on arrival | the milk was sour on the day it came | there was mould on {item}
past_best_before: {item} expired before you sent it | the date on {item} is already over | you delivered goods beyond their best before date
melted_frozen_food: the frozen goods were soft when they came | {item} had thawed in the bag | the ice packs were warm and everything frozen had melted
allergen_question: does {item} contain nuts | I cannot eat gluten, is {item} safe | which allergens are in {item}
product_origin: where does {item} come from | which farm grows {item} | in what country is {item} made
product_out_of_stock: when will {item} be available again | {item} is sold out for weeks | tell me when {item} is back
substitute_unwanted: I got a replacement for {item} that I did not ask for | do not swap products without asking me | the substitute for {item} is not what I want
start_return: I want to send {item} back | how do I return something | please give me a label for a return
return_deadline: how long may I keep it before returning it | is it too late to give {item} back | until when are returns accepted
return_not_received: I sent it back on {day} and you say it has not arrived | my return is still shown as on the way | the warehouse has not booked my returned box
return_cost: who pays for sending it back | is the return free of charge | why was postage for the return deducted
exchange_item: can I swap {item} for another size | please exchange it for a different kind | I would like another variety in place of {item}
refund_status: when do I get my money back | the refund of {amount} is still not on my account | it is two weeks since you promised the refund
refund_amount_wrong: you refunded less than I paid | the refund should be {amount} and is smaller | part of my refund is missing
refund_to_other_account: please pay the refund to a different account | my old bank account is closed, where does the refund go | can the money go to another card than I used
refund_as_credit: I would rather have shop credit than money | can the refund become a voucher | please put the refund on my customer balance
card_declined: my card is refused at checkout | the bank says yes but you say the payment was declined | it will not take my credit card
charged_twice: {amount} was taken two times | I see a double debit for one order | you booked the same payment twice
charged_wrong_amount: I was billed {amount} and the order was cheaper | the debit is higher than the total on the invoice | the sum you took does not fit the order
unknown_charge: there is a debit of {amount} that I do not recognise | you took money and I ordered nothing | what is this payment on my statement
payment_pending: my payment has been pending since {day} | the transfer is done but the order waits for payment | it says awaiting payment although I paid
change_payment_method: I want to pay by invoice from now on | replace my card by direct debit | how do I switch to another way of paying
pay_in_instalments: can I pay {amount} in parts | is payment by instalments offered | I would like to spread the cost over some months
pay_cash: can I pay the driver in cash | is cash on delivery possible | I have no card, do you take notes and coins
invoice_copy: please send the invoice of {day} again | I need a bill as a file for my taxes | where can I download an invoice
invoice_company_details: our company name must be on the invoice | the tax number is missing from the bill | please change the billing details to my firm
voucher_not_working: the code is rejected at checkout | my voucher says invalid | the discount code of {amount} does nothing
voucher_expired: my voucher ran out on {day}, can you extend it | the coupon expired before I could use it | is an old voucher still worth anything
gift_card_balance: how much is left on my gift card | where do I see the rest of a gift card | my gift card should still have {amount}
buy_gift_card: I want to give somebody a gift card | can I buy a card worth {amount} | do you sell gift cards by mail
price_changed: {item} costs more than yesterday | the price rose between basket and checkout | why has {item} become dearer
price_match: another shop sells {item} for less, will you match it | it is cheaper elsewhere, can I get that price | do you have a lowest price promise
loyalty_points_missing: no points were added for my order | my bonus points of {day} are missing | the purchase did not count for the loyalty programme
redeem_points: how do I use my points | I want to pay with bonus points | what can I get for my collected points
refer_a_friend: do I get something for inviting a friend | my friend signed up and I got no bonus | how does recommending you to others work
start_subscription: I would like the weekly box | how do I subscribe to a regular delivery | sign me up for a box every week
pause_subscription: I am on holiday, please pause the weekly box | skip the box of {day} | can my regular delivery rest for a month
cancel_subscription: I want to end my weekly box | please stop the subscription for good | how do I get out of the regular delivery
change_subscription_box: make it the small box from next week on | I want the vegetarian box instead | change what is in my weekly box
subscription_renewed: you extended my plan without asking | the yearly plan renewed and I did not want that | why did my membership start again on {day}
forgot_password: I cannot remember my password | the link to set a new password does not come | please reset my password
login_fails: I cannot sign in although the password is right | the app throws me out after every login | sign in ends with an error
account_locked: my account is blocked after too many attempts | it says my access is suspended | please unlock my account
verification_code_missing: the code for signing in never comes by text message | I wait for the six digits in vain | no security code reaches my phone
change_email: I have a new email address | please replace the mail address of my account | my old mailbox is gone, use another one
change_phone_number: my phone number is different now | please update my mobile number | the courier calls my old number
delete_account: please erase my account and all data | I want to be removed from your system | close my customer account for ever
data_request: which data do you store about me | send me a copy of my personal data | I ask for information under data protection law
stop_newsletter: no more advertising mails please | how do I unsubscribe from the newsletter | you keep writing to me about offers, stop that
app_crashes: the app closes by itself | since the update the app freezes on my phone | it crashes when I open the basket
website_error: your page shows an error when I click pay | the site has been down since {day} | I only see a white page in the browser
speak_to_person: I want to talk to a human | give me a number where somebody answers | can a member of staff call me back
opening_hours: until when is the shop in {place} open | are you open on {day} | at what time does the counter close
`
