import type { InstructionMessages } from './messages.ts';

export const instructions: InstructionMessages = {
  'instructions.title': 'Derecho de desistimiento',
  'instructions.right':
    'Tiene usted derecho a desistir del presente contrato en un plazo de {days} días naturales sin necesidad de justificación.',
  'instructions.period.order':
    'El plazo de desistimiento expirará a los {days} días naturales del día en que usted o un tercero por usted indicado, distinto del transportista, adquirió la posesión material del último de esos bienes.',
  'instructions.period.line':
    'El plazo de desistimiento expirará a los {days} días naturales del día en que usted o un tercero por usted indicado, distinto del transportista, adquirió la posesión material de los bienes.',
  'instructions.exercise':
    'Para ejercer el derecho de desistimiento, deberá usted notificarnos ({seller}) su decisión de desistir del contrato a través de una declaración inequívoca (por ejemplo, una carta enviada por correo postal o correo electrónico). Podrá utilizar el modelo de formulario de desistimiento que figura a continuación, aunque su uso no es obligatorio.',
  'instructions.online':
    'También puede ejercer su derecho de desistimiento en línea en {url}. Si utiliza esta función en línea, le enviaremos sin demora indebida, en un soporte duradero (por ejemplo, por correo electrónico), un acuse de recibo con el contenido de la declaración de desistimiento y la fecha y la hora de su presentación.',
  'instructions.deadline':
    'Para cumplir el plazo de desistimiento, basta con que la comunicación relativa al ejercicio por su parte de este derecho sea enviada antes de que venza el plazo correspondiente.',
  'instructions.effects': 'Consecuencias del desistimiento',
  'instructions.refund':
    'En caso de desistimiento por su parte, le devolveremos todos los pagos recibidos de usted, incluidos los gastos de entrega (con la excepción de los gastos adicionales resultantes de la elección por su parte de una modalidad de entrega diferente a la modalidad menos costosa de entrega ordinaria que ofrezcamos) sin ninguna demora indebida y, en todo caso, a más tardar 14 días naturales a partir de la fecha en la que se nos informe de su decisión de desistir del presente contrato. Procederemos a efectuar dicho reembolso utilizando el mismo medio de pago empleado por usted para la transacción inicial, a no ser que haya usted dispuesto expresamente lo contrario; en todo caso, no incurrirá en ningún gasto como consecuencia del reembolso.',
  'instructions.withhold':
    'Podremos retener el reembolso hasta haber recibido los bienes, o hasta que usted haya presentado una prueba de la devolución de los mismos, según qué condición se cumpla primero.',
  'instructions.send_back':
    'Deberá usted devolvernos o entregarnos directamente los bienes ({address}), sin ninguna demora indebida y, en cualquier caso, a más tardar en el plazo de 14 días naturales a partir de la fecha en que nos comunique su decisión de desistimiento del contrato. Se considerará cumplido el plazo si efectúa la devolución de los bienes antes de que haya concluido dicho plazo.',
  'instructions.costs.store': 'Nos haremos cargo de los costes de devolución de los bienes.',
  'instructions.costs.shopper': 'Deberá usted asumir el coste directo de devolución de los bienes.',
  'instructions.value':
    'Solo será usted responsable de la disminución de valor de los bienes resultante de una manipulación distinta a la necesaria para establecer la naturaleza, las características y el funcionamiento de los bienes.',
  'instructions.form': 'Modelo de formulario de desistimiento',
  'instructions.form.hint': '(Solo debe cumplimentar y enviar el presente formulario si desea desistir del contrato).',
  'instructions.form.to': 'A la atención de {seller}:',
  'instructions.form.statement':
    'Por la presente le comunico/comunicamos (*) que desisto de mi/desistimos de nuestro (*) contrato de venta del siguiente bien (*):',
  'instructions.form.ordered': 'Pedido el (*)/recibido el (*):',
  'instructions.form.name': 'Nombre del consumidor o de los consumidores:',
  'instructions.form.address': 'Domicilio del consumidor o de los consumidores:',
  'instructions.form.signature':
    'Firma del consumidor o de los consumidores (solo si el presente formulario se presenta en papel):',
  'instructions.form.date': 'Fecha:',
  'instructions.form.delete': '(*) Táchese lo que no proceda.',
};
