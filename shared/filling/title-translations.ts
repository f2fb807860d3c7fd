import type { Language } from "../../contract/templates/theme.ts";

/** The languages after English, in the order of the lists below. Keep in step with library/kit/words.typ. */
// biome-ignore format: one line, as the lists below
const OTHERS: readonly string[] = ["de", "fr", "es", "it", "nl", "pt", "pl", "sv", "nb", "da", "fi", "ar", "he", "tr", "cs", "uk", "el", "hi"];

/**
 * Titles of documents in each language, by the English text before the first placeholder of a template's title, or by the whole
 * title if there is text between placeholders.
 */
// biome-ignore format: one line a title, as words.typ has it
const TITLES: Record<string, readonly string[]> = {
  "Business card": ["Visitenkarte", "Carte de visite", "Tarjeta de visita", "Biglietto da visita", "Visitekaartje", "Cartão de visita", "Wizytówka", "Visitkort", "Visittkort", "Visitkort", "Käyntikortti", "بطاقة عمل", "כרטיס ביקור", "Kartvizit", "Vizitka", "Візитка", "Επαγγελματική κάρτα", "विज़िटिंग कार्ड"],
  Cancellation: ["Kündigung", "Résiliation", "Cancelación", "Disdetta", "Opzegging", "Cancelamento", "Wypowiedzenie umowy", "Uppsägning", "Oppsigelse", "Opsigelse", "Irtisanominen", "إلغاء", "ביטול", "Fesih", "Výpověď", "Розірвання договору", "Ακύρωση", "रद्दीकरण"],
  Certificate: ["Urkunde", "Certificat", "Certificado", "Attestato", "Certificaat", "Certificado", "Dyplom", "Diplom", "Diplom", "Diplom", "Todistus", "شهادة", "תעודה", "Sertifika", "Osvědčení", "Сертифікат", "Πιστοποιητικό", "प्रमाण-पत्र"],
  "Class list": ["Klassenliste", "Liste de classe", "Lista de clase", "Elenco della classe", "Klassenlijst", "Lista da turma", "Lista klasy", "Klasslista", "Klasseliste", "Klasseliste", "Luokkalista", "قائمة الصف", "רשימת כיתה", "Sınıf listesi", "Seznam třídy", "Список класу", "Κατάλογος τάξης", "कक्षा सूची"],
  Consent: ["Einwilligung", "Autorisation", "Autorización", "Consenso", "Toestemming", "Autorização", "Zgoda", "Samtycke", "Samtykke", "Samtykke", "Suostumus", "موافقة", "הסכמה", "Muvafakatname", "Souhlas", "Згода", "Συγκατάθεση", "सहमति"],
  "Cover letter": ["Anschreiben", "Lettre de motivation", "Carta de presentación", "Lettera di presentazione", "Motivatiebrief", "Carta de apresentação", "List motywacyjny", "Personligt brev", "Søknadsbrev", "Ansøgning", "Hakemuskirje", "خطاب التقديم", "מכתב מקדים", "Ön yazı", "Motivační dopis", "Супровідний лист", "Συνοδευτική επιστολή", "आवेदन पत्र"],
  "Curriculum vitae": ["Lebenslauf", "Curriculum vitae", "Currículum", "Curriculum vitae", "Curriculum vitae", "Curriculum vitae", "Curriculum vitae", "Meritförteckning", "CV", "CV", "Ansioluettelo", "السيرة الذاتية", "קורות חיים", "Özgeçmiş", "Životopis", "Резюме", "Βιογραφικό σημείωμα", "आत्मवृत्त"],
  "Day planner": ["Tagesplan", "Planning du jour", "Plan del día", "Piano del giorno", "Dagplanner", "Plano do dia", "Plan dnia", "Dagsplanering", "Dagsplan", "Dagsplan", "Päiväsuunnitelma", "مخطط اليوم", "תכנון יומי", "Günlük plan", "Denní plán", "План дня", "Πλάνο ημέρας", "दिन की योजना"],
  "Expense report": ["Spesenabrechnung", "Note de frais", "Hoja de gastos", "Nota spese", "Onkostendeclaratie", "Relatório de despesas", "Rozliczenie wydatków", "Utläggsredovisning", "Utleggsskjema", "Udlægsbilag", "Kulukorvaus", "تقرير المصروفات", "דוח הוצאות", "Masraf raporu", "Vyúčtování výdajů", "Звіт про витрати", "Έκθεση εξόδων", "व्यय रिपोर्ट"],
  "Habit tracker": ["Gewohnheiten", "Suivi d’habitudes", "Registro de hábitos", "Registro delle abitudini", "Gewoontetracker", "Registo de hábitos", "Dziennik nawyków", "Vanedagbok", "Vanedagbok", "Vanedagbog", "Tapaseuranta", "متتبع العادات", "מעקב הרגלים", "Alışkanlık takibi", "Sledování návyků", "Трекер звичок", "Παρακολούθηση συνηθειών", "आदत सूची"],
  Handover: ["Übergabeprotokoll", "État des lieux", "Acta de entrega", "Verbale di consegna", "Opleveringsverslag", "Auto de entrega", "Protokół zdawczo-odbiorczy", "Överlämning", "Overtakelse", "Overdragelse", "Luovutus", "محضر تسليم", "פרוטוקול מסירה", "Teslim tutanağı", "Předávací protokol", "Акт приймання-передачі", "Πρωτόκολλο παράδοσης", "हस्तांतरण"],
  "Incident report": ["Vorfallbericht", "Rapport d’incident", "Informe de incidente", "Rapporto di incidente", "Incidentrapport", "Relatório de incidente", "Raport ze zdarzenia", "Händelserapport", "Hendelsesrapport", "Hændelsesrapport", "Tapausraportti", "تقرير حادث", "דוח אירוע", "Olay raporu", "Zpráva o události", "Звіт про інцидент", "Αναφορά συμβάντος", "घटना रिपोर्ट"],
  "Inspection report": ["Prüfbericht", "Rapport d’inspection", "Informe de inspección", "Rapporto di ispezione", "Inspectierapport", "Relatório de inspeção", "Raport z kontroli", "Besiktningsrapport", "Befaringsrapport", "Eftersynsrapport", "Tarkastusraportti", "تقرير معاينة", "דוח ביקורת", "Denetim raporu", "Zpráva o prohlídce", "Звіт про огляд", "Έκθεση επιθεώρησης", "निरीक्षण रिपोर्ट"],
  Invitation: ["Einladung", "Invitation", "Invitación", "Invito", "Uitnodiging", "Convite", "Zaproszenie", "Inbjudan", "Invitasjon", "Invitation", "Kutsu", "دعوة", "הזמנה", "Davetiye", "Pozvánka", "Запрошення", "Πρόσκληση", "निमंत्रण"],
  Invoice: ["Rechnung", "Facture", "Factura", "Fattura", "Factuur", "Fatura", "Faktura", "Faktura", "Faktura", "Faktura", "Lasku", "فاتورة", "חשבונית", "Fatura", "Faktura", "Рахунок", "Τιμολόγιο", "बीजक"],
  "Laboratory report": ["Laborbericht", "Rapport d’analyse", "Informe de laboratorio", "Rapporto di laboratorio", "Laboratoriumrapport", "Relatório de laboratório", "Raport laboratoryjny", "Laboratorierapport", "Laboratorierapport", "Laboratorierapport", "Laboratorioraportti", "تقرير مختبر", "דוח מעבדה", "Laboratuvar raporu", "Laboratorní zpráva", "Лабораторний звіт", "Εργαστηριακή έκθεση", "प्रयोगशाला रिपोर्ट"],
  Letter: ["Brief", "Lettre", "Carta", "Lettera", "Brief", "Carta", "List", "Brev", "Brev", "Brev", "Kirje", "رسالة", "מכתב", "Mektup", "Dopis", "Лист", "Επιστολή", "पत्र"],
  "Loan agreement": ["Leihvertrag", "Contrat de prêt", "Contrato de préstamo", "Contratto di comodato", "Bruikleenovereenkomst", "Contrato de empréstimo", "Umowa użyczenia", "Låneavtal", "Låneavtale", "Låneaftale", "Lainasopimus", "عقد إعارة", "הסכם השאלה", "Ödünç sözleşmesi", "Smlouva o výpůjčce", "Договір позички", "Σύμβαση χρησιδανείου", "उधार अनुबंध"],
  "Meal plan": ["Essensplan", "Plan de repas", "Plan de comidas", "Piano dei pasti", "Weekmenu", "Plano de refeições", "Jadłospis", "Matsedel", "Ukemeny", "Madplan", "Ruokalista", "خطة الوجبات", "תוכנית ארוחות", "Yemek planı", "Jídelníček", "План харчування", "Πλάνο γευμάτων", "भोजन योजना"],
  "Month planner": ["Monatsplan", "Planning du mois", "Plan del mes", "Piano del mese", "Maandplanner", "Plano do mês", "Plan miesiąca", "Månadsplanering", "Månedsplan", "Månedsplan", "Kuukausisuunnitelma", "مخطط الشهر", "תכנון חודשי", "Aylık plan", "Měsíční plán", "План місяця", "Πλάνο μήνα", "माह की योजना"],
  Newsletter: ["Rundbrief", "Lettre d’information", "Boletín", "Notiziario", "Nieuwsbrief", "Boletim", "Biuletyn", "Nyhetsbrev", "Nyhetsbrev", "Nyhedsbrev", "Uutiskirje", "نشرة إخبارية", "ידיעון", "Bülten", "Zpravodaj", "Інформаційний бюлетень", "Ενημερωτικό δελτίο", "समाचार पत्रिका"],
  Poster: ["Plakat", "Affiche", "Cartel", "Manifesto", "Affiche", "Cartaz", "Plakat", "Affisch", "Plakat", "Plakat", "Juliste", "ملصق", "כרזה", "Afiş", "Plakát", "Плакат", "Αφίσα", "पोस्टर"],
  "Project plan": ["Projektplan", "Plan de projet", "Plan de proyecto", "Piano di progetto", "Projectplan", "Plano de projeto", "Plan projektu", "Projektplan", "Prosjektplan", "Projektplan", "Projektisuunnitelma", "خطة المشروع", "תוכנית פרויקט", "Proje planı", "Projektový plán", "План проєкту", "Σχέδιο έργου", "परियोजना योजना"],
  Quote: ["Angebot", "Devis", "Presupuesto", "Preventivo", "Offerte", "Orçamento", "Oferta", "Offert", "Tilbud", "Tilbud", "Tarjous", "عرض سعر", "הצעת מחיר", "Teklif", "Nabídka", "Пропозиція", "Προσφορά", "कोटेशन"],
  Receipt: ["Quittung", "Reçu", "Recibo", "Ricevuta", "Kwitantie", "Recibo", "Pokwitowanie", "Kvitto", "Kvittering", "Kvittering", "Kuitti", "إيصال", "קבלה", "Makbuz", "Účtenka", "Квитанція", "Απόδειξη", "रसीद"],
  Reference: ["Empfehlung", "Recommandation", "Recomendación", "Referenza", "Aanbeveling", "Recomendação", "Referencje", "Referens", "Attest", "Anbefaling", "Suositus", "توصية", "מכתב המלצה", "Referans mektubu", "Doporučení", "Рекомендація", "Συστατική επιστολή", "अनुशंसा पत्र"],
  Reminder: ["Mahnung", "Rappel", "Recordatorio", "Sollecito", "Herinnering", "Aviso", "Przypomnienie", "Påminnelse", "Purring", "Rykker", "Muistutus", "تذكير", "תזכורת", "Hatırlatma", "Upomínka", "Нагадування", "Υπενθύμιση", "अनुस्मारक"],
  "Rental agreement": ["Mietvertrag", "Contrat de location", "Contrato de alquiler", "Contratto di locazione", "Huurovereenkomst", "Contrato de arrendamento", "Umowa najmu", "Hyresavtal", "Leieavtale", "Lejekontrakt", "Vuokrasopimus", "عقد إيجار", "הסכם שכירות", "Kira sözleşmesi", "Nájemní smlouva", "Договір оренди", "Σύμβαση μίσθωσης", "किराया अनुबंध"],
  Resignation: ["Kündigung", "Démission", "Renuncia", "Dimissioni", "Ontslag", "Demissão", "Wypowiedzenie", "Uppsägning", "Oppsigelse", "Opsigelse", "Irtisanoutuminen", "استقالة", "מכתב התפטרות", "İstifa dilekçesi", "Výpověď z pracovního poměru", "Заява про звільнення", "Παραίτηση", "त्यागपत्र"],
  Résumé: ["Lebenslauf", "CV", "Currículum", "Curriculum", "Cv", "Currículo", "CV", "CV", "CV", "CV", "Ansioluettelo", "السيرة الذاتية", "קורות חיים", "Özgeçmiş", "Životopis", "Резюме", "Βιογραφικό", "आत्मवृत्त"],
  Statement: ["Honorarnote", "Note d’honoraires", "Minuta de honorarios", "Parcella", "Declaratie", "Nota de honorários", "Rachunek", "Räkning", "Regning", "Regning", "Lasku", "كشف أتعاب", "חשבון שכר טרחה", "Serbest meslek makbuzu", "Vyúčtování", "Рахунок за послуги", "Σημείωμα αμοιβής", "शुल्क विवरण"],
  "Study plan": ["Lernplan", "Plan de révision", "Plan de estudio", "Piano di studio", "Studieplanner", "Plano de estudo", "Plan nauki", "Studieplan", "Studieplan", "Studieplan", "Opiskelusuunnitelma", "خطة الدراسة", "תוכנית לימודים", "Çalışma planı", "Studijní plán", "План навчання", "Πλάνο μελέτης", "अध्ययन योजना"],
  "Thank you": ["Danke", "Merci", "Gracias", "Grazie", "Bedankt", "Obrigado", "Dziękujemy", "Tack", "Takk", "Tak", "Kiitos", "شكرا", "תודה", "Teşekkürler", "Děkujeme", "Дякуємо", "Ευχαριστούμε", "धन्यवाद"],
  Timesheet: ["Stundenzettel", "Feuille de temps", "Hoja de horas", "Foglio ore", "Urenstaat", "Folha de horas", "Karta czasu pracy", "Tidrapport", "Timeliste", "Timeseddel", "Tuntilista", "سجل الساعات", "דוח שעות", "Puantaj", "Výkaz práce", "Табель", "Δελτίο ωρών", "समय-पत्रक"],
  Timetable: ["Stundenplan", "Emploi du temps", "Horario", "Orario", "Lesrooster", "Horário", "Plan lekcji", "Schema", "Timeplan", "Skoleskema", "Lukujärjestys", "جدول الحصص", "מערכת שעות", "Ders programı", "Rozvrh hodin", "Розклад", "Ωρολόγιο πρόγραμμα", "समय-सारणी"],
  "Wedding of {} and {}": ["Hochzeit von {} und {}", "Mariage : {} & {}", "Boda: {} & {}", "Matrimonio di {} e {}", "Bruiloft van {} en {}", "Casamento de {} e {}", "Ślub: {} i {}", "Bröllop: {} och {}", "Bryllup: {} og {}", "Bryllup: {} og {}", "Häät: {} ja {}", "زفاف {} و{}", "החתונה של {} ו{}", "{} ve {} düğünü", "Svatba: {} a {}", "Весілля: {} і {}", "Γάμος: {} και {}", "{} और {} का विवाह"],
  "Week planner": ["Wochenplan", "Planning de la semaine", "Plan de la semana", "Piano della settimana", "Weekplanner", "Plano da semana", "Plan tygodnia", "Veckoplanering", "Ukeplan", "Ugeplan", "Viikkosuunnitelma", "مخطط الأسبوع", "תכנון שבועי", "Haftalık plan", "Týdenní plán", "План тижня", "Πλάνο εβδομάδας", "सप्ताह की योजना"],
  Worksheet: ["Arbeitsblatt", "Fiche d’exercices", "Hoja de ejercicios", "Scheda di esercizi", "Werkblad", "Ficha de trabalho", "Karta pracy", "Arbetsblad", "Arbeidsark", "Arbejdsark", "Tehtävämoniste", "ورقة عمل", "דף עבודה", "Çalışma kağıdı", "Pracovní list", "Робочий аркуш", "Φύλλο εργασίας", "कार्यपत्रक"],
  "Year planner": ["Jahresplan", "Planning de l’année", "Plan del año", "Piano dell’anno", "Jaarplanner", "Plano do ano", "Plan roku", "Årsplanering", "Årsplan", "Årsplan", "Vuosisuunnitelma", "مخطط السنة", "תכנון שנתי", "Yıllık plan", "Roční plán", "План на рік", "Πλάνο έτους", "वर्ष की योजना"],
  "Purchase order": ["Bestellung", "Bon de commande", "Orden de compra", "Ordine di acquisto", "Inkooporder", "Nota de encomenda", "Zamówienie", "Inköpsorder", "Innkjøpsordre", "Indkøbsordre", "Ostotilaus", "أمر شراء", "הזמנת רכש", "Satın alma siparişi", "Objednávka", "Замовлення на закупівлю", "Παραγγελία αγοράς", "क्रय आदेश"],
  "Delivery note": ["Lieferschein", "Bon de livraison", "Albarán", "Bolla di consegna", "Pakbon", "Guia de remessa", "Dowód dostawy", "Följesedel", "Følgeseddel", "Følgeseddel", "Lähete", "إذن تسليم", "תעודת משלוח", "Sevk irsaliyesi", "Dodací list", "Накладна", "Δελτίο αποστολής", "डिलीवरी नोट"],
  "Credit note": ["Gutschrift", "Avoir", "Nota de crédito", "Nota di credito", "Creditnota", "Nota de crédito", "Faktura korygująca", "Kreditfaktura", "Kreditnota", "Kreditnota", "Hyvityslasku", "إشعار دائن", "חשבונית זיכוי", "İade faturası", "Dobropis", "Кредит-нота", "Πιστωτικό τιμολόγιο", "क्रेडिट नोट"],
  Payslip: ["Gehaltsabrechnung", "Bulletin de paie", "Nómina", "Busta paga", "Loonstrook", "Recibo de vencimento", "Odcinek płacowy", "Lönebesked", "Lønnsslipp", "Lønseddel", "Palkkalaskelma", "قسيمة راتب", "תלוש שכר", "Maaş bordrosu", "Výplatní páska", "Розрахунковий лист", "Εκκαθαριστικό μισθοδοσίας", "वेतन पर्ची"],
  Card: ["Karte", "Carte", "Tarjeta", "Biglietto", "Kaart", "Cartão", "Kartka", "Kort", "Kort", "Kort", "Kortti", "بطاقة", "כרטיס ברכה", "Kart", "Přání", "Листівка", "Κάρτα", "कार्ड"],
  Flyer: ["Flyer", "Prospectus", "Folleto", "Volantino", "Flyer", "Folheto", "Ulotka", "Flygblad", "Flygeblad", "Flyveblad", "Esite", "منشور", "עלון", "El ilanı", "Leták", "Листівка-оголошення", "Φυλλάδιο", "पर्चा"],
  "Gift voucher": ["Gutschein", "Bon cadeau", "Vale regalo", "Buono regalo", "Cadeaubon", "Vale-oferta", "Bon podarunkowy", "Presentkort", "Gavekort", "Gavekort", "Lahjakortti", "قسيمة هدية", "שובר מתנה", "Hediye çeki", "Dárkový poukaz", "Подарунковий сертифікат", "Δωροεπιταγή", "उपहार वाउचर"],
  Labels: ["Etiketten", "Étiquettes", "Etiquetas", "Etichette", "Etiketten", "Etiquetas", "Etykiety", "Etiketter", "Etiketter", "Etiketter", "Etiketit", "ملصقات", "תוויות", "Etiketler", "Štítky", "Етикетки", "Ετικέτες", "लेबल"],
  Menu: ["Speisekarte", "Carte", "Menú", "Menù", "Menukaart", "Menu", "Menu", "Meny", "Meny", "Menukort", "Ruokalista", "قائمة الطعام", "תפריט", "Menü", "Jídelní lístek", "Меню", "Μενού", "मेन्यू"],
  "Name badges": ["Namensschilder", "Badges", "Identificadores", "Badge", "Naambadges", "Crachás", "Identyfikatory", "Namnskyltar", "Navneskilt", "Navneskilte", "Nimikyltit", "شارات الأسماء", "תגי שם", "Yaka kartları", "Jmenovky", "Бейджі", "Καρτελάκια ονομάτων", "नाम बैज"],
  "Place cards": ["Tischkarten", "Marque-places", "Tarjetas de mesa", "Segnaposto", "Tafelkaartjes", "Marcadores de lugar", "Winietki", "Bordskort", "Bordkort", "Bordkort", "Paikkakortit", "بطاقات الطاولة", "כרטיסי הושבה", "Masa kartları", "Jmenovky na stůl", "Розсадкові картки", "Κάρτες θέσεων", "स्थान कार्ड"],
  "Price list": ["Preisliste", "Tarifs", "Lista de precios", "Listino prezzi", "Prijslijst", "Tabela de preços", "Cennik", "Prislista", "Prisliste", "Prisliste", "Hinnasto", "قائمة الأسعار", "מחירון", "Fiyat listesi", "Ceník", "Прайс-лист", "Τιμοκατάλογος", "मूल्य सूची"],
  Tickets: ["Eintrittskarten", "Billets", "Entradas", "Biglietti", "Kaartjes", "Bilhetes", "Bilety", "Biljetter", "Billetter", "Billetter", "Liput", "تذاكر", "כרטיסי כניסה", "Biletler", "Vstupenky", "Квитки", "Εισιτήρια", "टिकट"],
};

const HOLE = /\{[^}]*\}/g;

/** "Invoice {number}" in the document's language: "Rechnung {number}". Unknown text stays as it is. */
export function titleIn(pattern: string, language: Language | undefined): string {
  const place = OTHERS.indexOf(language?.split("-")[0] ?? "");
  if (place < 0) return pattern;
  const title = translate(pattern, place);
  return OTHERS[place] === "ar" ? title.replaceAll(", ", "، ") : title;
}

function translate(pattern: string, place: number): string {
  const holes = pattern.match(HOLE) ?? [];
  const whole = TITLES[pattern.replace(HOLE, "{}")]?.[place];
  if (whole !== undefined) return holes.reduce((title, hole) => title.replace("{}", () => hole), whole);
  const [phrase = ""] = pattern.split("{");
  const translation = TITLES[phrase.trim()]?.[place];
  return translation === undefined ? pattern : translation + pattern.slice(phrase.trimEnd().length);
}
