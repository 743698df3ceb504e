/**
 * The model instructions on withdrawal and the model form of Directive 2011/83/EU, annex I, as far as they are about goods. The words are
 * those of the law, which is why the sentences are long.
 */
export const instructions = {
  'instructions.title': 'Right of withdrawal',
  'instructions.right':
    'You have the right to withdraw from this contract within {days} days without giving any reason.',
  'instructions.period.order':
    'The withdrawal period will expire after {days} days from the day on which you acquire, or a third party other than the carrier and indicated by you acquires, physical possession of the last good.',
  'instructions.period.line':
    'The withdrawal period will expire after {days} days from the day on which you acquire, or a third party other than the carrier and indicated by you acquires, physical possession of the goods.',
  'instructions.exercise':
    'To exercise the right of withdrawal, you must inform us ({seller}) of your decision to withdraw from this contract by an unequivocal statement (e.g. a letter sent by post or e-mail). You may use the attached model withdrawal form, but it is not obligatory.',
  'instructions.online':
    'You can also exercise your right of withdrawal online at {url}. If you use this online feature, we will send you an acknowledgement of receipt of the withdrawal on a durable medium (e.g. by e-mail), including its content and the date and time of its submission, without undue delay.',
  'instructions.deadline':
    'To meet the withdrawal deadline, it is sufficient for you to send your communication concerning your exercise of the right of withdrawal before the withdrawal period has expired.',
  'instructions.effects': 'Effects of withdrawal',
  'instructions.refund':
    'If you withdraw from this contract, we shall reimburse to you all payments received from you, including the costs of delivery (with the exception of the supplementary costs resulting from your choice of a type of delivery other than the least expensive type of standard delivery offered by us), without undue delay and in any event not later than 14 days from the day on which we are informed about your decision to withdraw from this contract. We will carry out such reimbursement using the same means of payment as you used for the initial transaction, unless you have expressly agreed otherwise; in any event, you will not incur any fees as a result of such reimbursement.',
  'instructions.withhold':
    'We may withhold reimbursement until we have received the goods back or you have supplied evidence of having sent back the goods, whichever is the earliest.',
  'instructions.send_back':
    'You shall send back the goods or hand them over to us ({address}), without undue delay and in any event not later than 14 days from the day on which you communicate your withdrawal from this contract to us. The deadline is met if you send back the goods before the period of 14 days has expired.',
  'instructions.costs.store': 'We will bear the cost of returning the goods.',
  'instructions.costs.shopper': 'You will have to bear the direct cost of returning the goods.',
  'instructions.value':
    'You are only liable for any diminished value of the goods resulting from the handling other than what is necessary to establish the nature, characteristics and functioning of the goods.',
  'instructions.form': 'Model withdrawal form',
  'instructions.form.hint': '(Complete and return this form only if you wish to withdraw from the contract.)',
  'instructions.form.to': 'To {seller}:',
  'instructions.form.statement':
    'I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract of sale of the following goods (*):',
  'instructions.form.ordered': 'Ordered on (*)/received on (*):',
  'instructions.form.name': 'Name of consumer(s):',
  'instructions.form.address': 'Address of consumer(s):',
  'instructions.form.signature': 'Signature of consumer(s) (only if this form is notified on paper):',
  'instructions.form.date': 'Date:',
  'instructions.form.delete': '(*) Delete as appropriate.',
};
