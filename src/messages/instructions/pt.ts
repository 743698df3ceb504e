import type { InstructionMessages } from './messages.ts';

export const instructions: InstructionMessages = {
  'instructions.title': 'Direito de retratação',
  'instructions.right':
    'Tem o direito de se retratar do presente contrato no prazo de {days} dias, sem necessidade de indicar qualquer motivo.',
  'instructions.period.order':
    'O prazo de retratação expira {days} dias após o dia em que adquira ou em que um terceiro por si indicado, que não seja o transportador, adquira a posse física do último bem.',
  'instructions.period.line':
    'O prazo de retratação expira {days} dias após o dia em que adquira ou em que um terceiro por si indicado, que não seja o transportador, adquira a posse física dos bens.',
  'instructions.exercise':
    'A fim de exercer o seu direito de retratação, deve comunicar-nos ({seller}) a sua decisão de se retratar do presente contrato por meio de uma declaração inequívoca (por exemplo, carta enviada por correio ou correio eletrónico). Pode utilizar o modelo de formulário de retratação em anexo, mas tal não é obrigatório.',
  'instructions.online':
    'Pode igualmente exercer o seu direito de retratação em linha em {url}. Se utilizar esta função em linha, enviar-lhe-emos sem demora injustificada, num suporte duradouro (por exemplo, por correio eletrónico), um aviso de receção com o conteúdo da declaração de retratação e a data e a hora da sua apresentação.',
  'instructions.deadline':
    'Para que o prazo de retratação seja respeitado, basta que a sua comunicação referente ao exercício do direito de retratação seja enviada antes do termo do prazo de retratação.',
  'instructions.effects': 'Efeitos da retratação',
  'instructions.refund':
    'Em caso de retratação do presente contrato, ser-lhe-ão reembolsados todos os pagamentos efetuados, incluindo os custos de entrega (com exceção de custos suplementares resultantes da sua escolha de uma modalidade de envio diferente da modalidade menos onerosa de envio normal por nós oferecida), sem demora injustificada e, em qualquer caso, o mais tardar 14 dias a contar da data em que formos informados da sua decisão de retratação do presente contrato. Efetuamos esses reembolsos usando o mesmo meio de pagamento que usou na transação inicial, salvo acordo expresso em contrário da sua parte; em qualquer caso, não incorre em quaisquer custos como consequência de tal reembolso.',
  'instructions.withhold':
    'Podemos reter o reembolso até termos recebido os bens devolvidos, ou até que apresente prova do envio dos bens, consoante o que ocorrer primeiro.',
  'instructions.send_back':
    'Deve devolver os bens ou entregar-no-los ({address}), sem demora injustificada e o mais tardar 14 dias a contar do dia em que nos informar da sua retratação do contrato. Considera-se que o prazo é respeitado se devolver os bens antes do termo do prazo de 14 dias.',
  'instructions.costs.store': 'Suportamos os custos da devolução dos bens.',
  'instructions.costs.shopper': 'Tem de suportar os custos diretos da devolução dos bens.',
  'instructions.value':
    'Só é responsável pela depreciação dos bens que decorra de uma manipulação dos bens que exceda o necessário para verificar a natureza, as características e o funcionamento dos bens.',
  'instructions.form': 'Modelo de formulário de retratação',
  'instructions.form.hint': '(Só deve preencher e devolver o presente formulário se quiser retratar-se do contrato.)',
  'instructions.form.to': 'Para {seller}:',
  'instructions.form.statement':
    'Pela presente comunico/comunicamos (*) que me retrato/nos retratamos (*) do meu/nosso (*) contrato de compra e venda relativo ao seguinte bem (*):',
  'instructions.form.ordered': 'Solicitado em (*)/recebido em (*):',
  'instructions.form.name': 'Nome do(s) consumidor(es):',
  'instructions.form.address': 'Endereço do(s) consumidor(es):',
  'instructions.form.signature':
    'Assinatura do(s) consumidor(es) (só no caso de o presente formulário ser notificado em papel):',
  'instructions.form.date': 'Data:',
  'instructions.form.delete': '(*) Riscar o que não interessa.',
};
