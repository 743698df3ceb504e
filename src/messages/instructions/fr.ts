import type { InstructionMessages } from './messages.ts';

export const instructions: InstructionMessages = {
  'instructions.title': 'Droit de rétractation',
  'instructions.right':
    'Vous avez le droit de vous rétracter du présent contrat sans donner de motif dans un délai de {days} jours.',
  'instructions.period.order':
    'Le délai de rétractation expire {days} jours après le jour où vous-même, ou un tiers autre que le transporteur et désigné par vous, prend physiquement possession du dernier bien.',
  'instructions.period.line':
    'Le délai de rétractation expire {days} jours après le jour où vous-même, ou un tiers autre que le transporteur et désigné par vous, prend physiquement possession du bien.',
  'instructions.exercise':
    'Pour exercer le droit de rétractation, vous devez nous notifier ({seller}) votre décision de rétractation du présent contrat au moyen d’une déclaration dénuée d’ambiguïté (par exemple, lettre envoyée par la poste ou courrier électronique). Vous pouvez utiliser le modèle de formulaire de rétractation mais ce n’est pas obligatoire.',
  'instructions.online':
    'Vous pouvez également exercer votre droit de rétractation en ligne sur {url}. Si vous utilisez cette fonctionnalité en ligne, nous vous enverrons, dans les meilleurs délais, un accusé de réception de la rétractation sur un support durable (par exemple, par courriel), y compris son contenu ainsi que la date et l’heure de sa soumission.',
  'instructions.deadline':
    'Pour que le délai de rétractation soit respecté, il suffit que vous transmettiez votre communication relative à l’exercice du droit de rétractation avant l’expiration du délai de rétractation.',
  'instructions.effects': 'Effets de rétractation',
  'instructions.refund':
    'En cas de rétractation de votre part du présent contrat, nous vous rembourserons tous les paiements reçus de vous, y compris les frais de livraison (à l’exception des frais supplémentaires découlant du fait que vous avez choisi, le cas échéant, un mode de livraison autre que le mode moins coûteux de livraison standard proposé par nous) sans retard excessif et, en tout état de cause, au plus tard 14 jours à compter du jour où nous sommes informés de votre décision de rétractation du présent contrat. Nous procéderons au remboursement en utilisant le même moyen de paiement que celui que vous aurez utilisé pour la transaction initiale, sauf si vous convenez expressément d’un moyen différent ; en tout état de cause, ce remboursement n’occasionnera pas de frais pour vous.',
  'instructions.withhold':
    'Nous pouvons différer le remboursement jusqu’à ce que nous ayons reçu le bien ou jusqu’à ce que vous ayez fourni une preuve d’expédition du bien, la date retenue étant celle du premier de ces faits.',
  'instructions.send_back':
    'Vous devrez renvoyer ou rendre le bien, à nous-mêmes ({address}), sans retard excessif et, en tout état de cause, au plus tard 14 jours après que vous nous aurez communiqué votre décision de rétractation du présent contrat. Ce délai est réputé respecté si vous renvoyez le bien avant l’expiration du délai de 14 jours.',
  'instructions.costs.store': 'Nous prendrons en charge les frais de renvoi du bien.',
  'instructions.costs.shopper': 'Vous devrez prendre en charge les frais directs de renvoi du bien.',
  'instructions.value':
    'Votre responsabilité n’est engagée qu’à l’égard de la dépréciation du bien résultant de manipulations autres que celles nécessaires pour établir la nature, les caractéristiques et le bon fonctionnement de ce bien.',
  'instructions.form': 'Modèle de formulaire de rétractation',
  'instructions.form.hint':
    '(Veuillez compléter et renvoyer le présent formulaire uniquement si vous souhaitez vous rétracter du contrat.)',
  'instructions.form.to': 'À l’attention de {seller} :',
  'instructions.form.statement':
    'Je/Nous (*) vous notifie/notifions (*) par la présente ma/notre (*) rétractation du contrat portant sur la vente du bien (*) ci-dessous :',
  'instructions.form.ordered': 'Commandé le (*)/reçu le (*) :',
  'instructions.form.name': 'Nom du (des) consommateur(s) :',
  'instructions.form.address': 'Adresse du (des) consommateur(s) :',
  'instructions.form.signature':
    'Signature du (des) consommateur(s) (uniquement en cas de notification du présent formulaire sur papier) :',
  'instructions.form.date': 'Date :',
  'instructions.form.delete': '(*) Rayez la mention inutile.',
};
