import type { InstructionMessages } from './messages.ts';

export const instructions: InstructionMessages = {
  'instructions.title': '契約の撤回権',
  'instructions.right': 'お客様は、理由を示すことなく、{days}日以内に本契約を撤回する権利を有します。',
  'instructions.period.order':
    '撤回期間は、お客様、またはお客様が指定した運送業者以外の第三者が、最後の商品を実際に受け取った日から{days}日後に終了します。',
  'instructions.period.line':
    '撤回期間は、お客様、またはお客様が指定した運送業者以外の第三者が、商品を実際に受け取った日から{days}日後に終了します。',
  'instructions.exercise':
    '撤回権を行使するには、本契約を撤回する旨を、明確な意思表示(郵送の書面や電子メールなど)により当店({seller})に通知してください。添付の撤回書式を使用できますが、義務ではありません。',
  'instructions.online':
    'オンラインでも撤回権を行使できます:{url} このオンライン機能を使用された場合、撤回の意思表示の内容と送信日時を記載した受領通知を、耐久性のある媒体(電子メールなど)で遅滞なくお送りします。',
  'instructions.deadline': '撤回期間を守るには、撤回権の行使に関する通知を、撤回期間が終了する前に発送すれば足ります。',
  'instructions.effects': '撤回の効果',
  'instructions.refund':
    'お客様が本契約を撤回された場合、当店は、お客様から受領したすべての支払いを、配送料を含めて(当店が提供する最も安価な標準配送以外の配送方法をお客様が選択したことによる追加費用を除く)、遅滞なく、遅くとも撤回の決定が当店に通知された日から14日以内に返金します。返金には、お客様が別途明示的に同意した場合を除き、当初の取引で使用されたものと同じ支払手段を使用します。返金に伴う手数料をお客様が負担することはありません。',
  'instructions.withhold':
    '当店は、商品の返送を受けるか、またはお客様が商品を返送した証拠を提出するか、いずれか早い時点まで、返金を保留することができます。',
  'instructions.send_back':
    '商品は、遅滞なく、遅くとも本契約の撤回を当店に通知した日から14日以内に、当店({address})へ返送または引き渡してください。14日の期間が終了する前に商品を発送すれば、期限を守ったものとみなされます。',
  'instructions.costs.store': '商品の返送費用は当店が負担します。',
  'instructions.costs.shopper': '商品の返送にかかる直接の費用はお客様の負担となります。',
  'instructions.value':
    'お客様は、商品の性質、特徴、機能を確認するために必要な範囲を超える取り扱いによって生じた商品の価値の減少についてのみ責任を負います。',
  'instructions.form': '撤回書式',
  'instructions.form.hint': '(契約を撤回する場合にのみ、この書式に記入して返送してください。)',
  'instructions.form.to': '宛先:{seller}',
  'instructions.form.statement': '私/私たち(*)は、次の商品(*)の売買契約を撤回することをここに通知します:',
  'instructions.form.ordered': '注文日(*)/受領日(*):',
  'instructions.form.name': '消費者の氏名:',
  'instructions.form.address': '消費者の住所:',
  'instructions.form.signature': '消費者の署名(この書式を紙で通知する場合のみ):',
  'instructions.form.date': '日付:',
  'instructions.form.delete': '(*) 該当しないものを消してください。',
};
